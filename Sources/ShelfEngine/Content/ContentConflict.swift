package import ShelfConfiguration
import ShelfModel

/// What a publication would undo without a word, or what will undo it.
package struct ContentConflict: Hashable, Sendable {
    /// The highest number of the versions that it is about. An author who names this one accepts all of it.
    package let over: Int64
    /// The version that undoes the publication, where that is all and it is scheduled: it could have the same changes.
    package let scheduled: Int64?
    /// Whether it would undo something of the version in force.
    package let undoes: Bool
    /// Whether something that is scheduled would undo it.
    package let isUndone: Bool
    /// One for each thing, as the content would have it and as the other version has it.
    package let problems: [ConfigurationProblem]
}

extension ContentConflict {
    /// A version that an author hasn't seen, or one that is scheduled.
    struct Other {
        let version: ContentVersion
        /// Where it isn't coming, the publication's changes that undo some of its own; else its changes that undo some
        /// of the publication's.
        let changes: [ContentChange]
        /// Whether it takes effect later than the publication.
        let isComing: Bool
    }

    /// - Returns: `nil` where nothing is undone.
    init?(_ others: [Other]) {
        let others = others.filter { !$0.changes.isEmpty }
        guard let over = others.map(\.version.number).max() else { return nil }
        let scheduled = others.count == 1 && others[0].isComing ? over : nil
        self.init(
            over: over, scheduled: scheduled, undoes: others.contains { !$0.isComing },
            isUndone: others.contains(where: \.isComing), problems: others.flatMap(\.problems))
    }
}

extension ContentConflict.Other {
    fileprivate var problems: [ConfigurationProblem] {
        changes.map { change in
            isComing
                ? ConfigurationProblem.error(
                    found: change.unmade, expected: "the same in version \(version.number)",
                    advice: """
                        that one takes its place at \(RFC3339.text(version.from)) with \(change.value(change.after))
                        """)
                : ConfigurationProblem.error(
                    found: change.made, expected: "\(change.value(change.before))",
                    advice: "version \(version.number) has that")
        }
    }
}

extension ContentChange {
    /// Such as `100`, or `none`.
    fileprivate func value(_ value: String?) -> String {
        before == nil && after == nil ? "what it was" : value ?? "none"
    }
}
