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

    /// Whether this changes again what an earlier change has made.
    package func overrides(_ earlier: ContentChange) -> Bool {
        guard subject == earlier.subject else { return false }
        // What is whole is there after it was added, and gone after it was removed.
        guard let field else { return earlier.field != nil ? after == nil : before == earlier.after }
        guard field == earlier.field, before == earlier.after else { return false }
        // Of rules in a list, one that was taken away leaves no value that another one could replace.
        return !Self.lists.contains(field) || earlier.after != nil || after == earlier.before
    }

    /// The fields that are lists of rules.
    private static let lists: Set = ["weights", "plan"]
}

extension ContentDifference {
    /// Each change on its own.
    package var changes: [ContentChange] {
        (title.map { [ContentChange(subject: "the title", field: "title", before: $0.before, after: $0.after)] } ?? [])
            + items.flatMap { Self.changes("item", $0) } + stores.flatMap { Self.changes("store", $0) }
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
