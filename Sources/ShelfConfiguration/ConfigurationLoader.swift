package import ShelfModel

/// Reads the configuration file and the catalogue files that it names.
package enum ConfigurationLoader {
    /// - Parameters:
    ///   - file: a path; paths in the file start from its folder, and problems name files by it.
    ///   - environment: variables such as `SHELFLIFE_PORT`, which override the file.
    ///   - now: from when on a year of rules is tried out.
    /// - Throws: every problem that can be found, not only the first.
    package static func load(
        file: String, environment: [String: String] = [:], now: Instant
    ) throws(ConfigurationProblems) -> Configuration {
        let log = ProblemLog()
        let reader = ConfigurationReader(file: file, environment: environment, now: now, log: log)
        guard let configuration = reader.read(), log.count == 0 else {
            throw ConfigurationProblems(log.sorted)
        }
        return configuration
    }
}
