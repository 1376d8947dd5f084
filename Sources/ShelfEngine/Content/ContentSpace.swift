import ShelfConfiguration

/// The space for files, as content versions know it, which bring files and never take any away.
protocol ContentSpace: Sendable {
    /// What somebody who publishes should know of it, as far as the database can be asked.
    func warnings() async -> [ConfigurationProblem]
}
