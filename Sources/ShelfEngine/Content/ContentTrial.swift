package import ShelfConfiguration
package import ShelfModel
package import ShelfWire

/// What a publication would do.
package struct ContentTrial: Sendable {
    /// Errors and warnings.
    package let problems: [ConfigurationProblem]
    /// What would be undone or come early, and isn't meant; `nil` where nothing is.
    package let conflict: ContentConflict?
    /// How many planned appearances would go because the files have no plan, and that isn't meant; `nil` where none
    /// would.
    package let appearancesLeftOut: Int?
    /// What differs from the version whose place it takes; `nil` for content with errors, and where none is in force.
    package let difference: Difference?
    /// For each store that there is, the first instant at which the shelf can show something else.
    package let drawnUntil: [String: Instant]

    package struct Difference: Sendable {
        /// The version in force at the instant.
        package let from: Int64
        /// The number that the publication would get.
        package let to: Int64
        package let content: ContentDifference
        package let packs: [ContentDifferenceAnswer.PackChange]
    }

    package var isPossible: Bool {
        conflict == nil && appearancesLeftOut == nil && !problems.contains { $0.severity == .error }
    }
}
