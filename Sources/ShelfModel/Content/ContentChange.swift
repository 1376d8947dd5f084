/// One thing that differs between two contents, on its own.
package struct ContentChange: Hashable, Sendable {
    /// Such as `item lamp`.
    package let subject: String
    /// `nil` where the whole of it was added or removed.
    package let field: String?
    /// `nil` where there was nothing.
    package let before: String?
    package let after: String?

    package init(subject: String, field: String?, before: String?, after: String?) {
        (self.subject, self.field, self.before, self.after) = (subject, field, before, after)
    }

    /// What the change makes, such as `item lamp: price: 100`, or `no item lamp`.
    package var made: String { text(after) }

    /// What the change takes away.
    package var unmade: String { text(before) }

    private func text(_ value: String?) -> String {
        guard let field else { return value ?? "no \(subject)" }
        guard before != nil || after != nil else { return "another \(field) of \(subject)" }
        return "\(subject): \(field): \(value ?? "none")"
    }

    /// Whether this changes again what an earlier change has made.
    package func overrides(_ earlier: ContentChange) -> Bool {
        guard subject == earlier.subject else { return false }
        // What is whole is there after it was added, and gone after it was removed.
        guard let field else { return earlier.field != nil ? after == nil : before == earlier.after }
        // What another one has added isn't the same thing with another value.
        guard earlier.field != nil else { return earlier.after != nil }
        guard field == earlier.field else { return false }
        guard Self.lists.contains(field) else { return before == earlier.after }
        // A rule that is new is taken away again, or one that is gone comes back.
        return (before != nil && before == earlier.after) || (after != nil && after == earlier.before)
    }

    /// Finds the changes that undo something of earlier ones.
    ///
    /// - Parameters:
    ///   - later: the changes from what the earlier ones have made to another content.
    ///   - whole: the changes from what was there before the earlier ones to that other content.
    /// - Returns: those of the later ones.
    package static func undoing(
        _ earlier: [ContentChange], among later: [ContentChange], since whole: [ContentChange]
    ) -> [ContentChange] {
        let contradicting = whole.filter { change in earlier.contains { change.contradicts($0) } }
        return later.filter { change in
            earlier.contains { change.overrides($0) } || contradicting.contains { $0.makesTheSame(as: change) }
        }
    }

    /// Whether both change one rule of a list, each in another way.
    private func contradicts(_ other: ContentChange) -> Bool {
        guard let field, Self.lists.contains(field), (subject, field) == (other.subject, other.field) else {
            return false
        }
        return before != nil && before == other.before && after != other.after
    }

    private func makesTheSame(as other: ContentChange) -> Bool {
        after != nil && (subject, field, after) == (other.subject, other.field, other.after)
    }

    /// The fields that are lists.
    private static let lists: Set = ["weights", "plan", comments]
    /// The field of a file's comments.
    package static let comments = "comments"
}

extension ContentDifference {
    /// Each change on its own.
    package var changes: [ContentChange] {
        [("the title", title), ("the stores", order)].compactMap { subject, field in
            field.map { ContentChange(subject: subject, field: $0.name, before: $0.before, after: $0.after) }
        } + items.flatMap { Self.changes("item", $0) } + stores.flatMap { Self.changes("store", $0) }
    }

    private static func changes(_ what: String, _ entry: Entry) -> [ContentChange] {
        let subject = "\(what) \(entry.id)"
        switch entry.kind {
        case .added: return [ContentChange(subject: subject, field: nil, before: nil, after: subject)]
        case .removed: return [ContentChange(subject: subject, field: nil, before: subject, after: nil)]
        case .changed:
            return entry.fields.map {
                ContentChange(subject: subject, field: $0.name, before: $0.before, after: $0.after)
            }
        }
    }
}
