import ShelfConfiguration
import ShelfModel

extension ContentVersions {
    /// Tells which planned starts content that is to take effect at once would lose or delay.
    ///
    /// - Parameter isStored: whether the content was in force before.
    func planWarnings(about next: Content, isStored: Bool) async throws -> [ConfigurationProblem] {
        try await publisher.missedStarts(with: next, isStored: isStored, now: timeline.now).map { store, problem in
            .warning(
                found: "store \(store), plan[\(problem.appearance)]: \(problem.found)", expected: problem.expected,
                advice: problem.advice ?? "it isn't shown as planned")
        }
    }
}
