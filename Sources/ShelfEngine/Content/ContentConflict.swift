package import ShelfConfiguration
import ShelfModel

/// What a publication would undo without a word, or bring too early, or what will undo it.
package struct ContentConflict: Hashable, Sendable {
    /// The highest number of the versions that it is about. An author who names this one accepts all of it.
    package let over: Int64
    /// The version that undoes the publication, where that is all and it is scheduled: it could have the same changes.
    package let scheduled: Int64?
    package let kinds: Set<Kind>
    /// One for each thing, as the content would have it and as the other version has it.
    package let problems: [ConfigurationProblem]

    package enum Kind: CaseIterable, Sendable {
        /// The publication undoes what came since its base.
        case undoing
        /// A scheduled version, which takes effect later, undoes the publication.
        case undone
        /// The publication brings what its base brings later: it was made from a scheduled version.
        case early
    }
}

extension ContentConflict {
    /// A version that an author hasn't seen, or one that is scheduled.
    struct Other {
        let version: ContentVersion
        let kind: Kind
        /// Where the version undoes the publication, the version's changes that do so; else the publication's changes.
        let changes: [ContentChange]
    }

    /// - Returns: `nil` where nothing is undone or comes early.
    init?(_ others: [Other]) {
        let others = others.filter { !$0.changes.isEmpty }
        guard let over = others.map(\.version.number).max() else { return nil }
        let scheduled = others.count == 1 && others[0].kind == .undone ? over : nil
        self.init(
            over: over, scheduled: scheduled, kinds: Set(others.map(\.kind)), problems: others.flatMap(\.problems))
    }
}

extension ContentConflict.Other {
    fileprivate var problems: [ConfigurationProblem] {
        changes.map { change in
            let from = RFC3339.text(version.from)
            switch kind {
            case .undoing:
                return ConfigurationProblem.error(
                    found: change.made, expected: change.value(change.before),
                    advice: "version \(version.number) has that")
            case .undone:
                return ConfigurationProblem.error(
                    found: change.unmade, expected: "the same in version \(version.number)",
                    advice: "that one takes its place at \(from) with \(change.value(change.after))")
            case .early:
                return ConfigurationProblem.error(
                    found: change.made, expected: "\(change.value(change.before)) until \(from)",
                    advice: "version \(version.number) brings it then")
            }
        }
    }
}

extension ContentChange {
    /// Such as `100`, or `none`.
    fileprivate func value(_ value: String?) -> String {
        before == nil && after == nil ? "what it was" : value ?? "none"
    }
}
