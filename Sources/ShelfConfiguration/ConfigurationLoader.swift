package import ShelfModel

/// Reads the configuration file and the catalogue files that it names.
package enum ConfigurationLoader {
    /// - Parameters:
    ///   - file: the path of the configuration file. Paths in the file are relative to its folder, and problems name
    ///     files relative to it.
    ///   - environment: variables such as `SHELFLIFE_PORT`, which override the file.
    ///   - secrets: finds what is `vault:NAME` in the file; `nil` while the vault is closed.
    ///   - now: the start of the year for which the rules are checked.
    /// - Throws: every problem that can be found, not only the first.
    package static func load(
        file: String, environment: [String: String] = [:], secrets: SecretLookup? = nil, now: Instant
    ) throws(ConfigurationProblems) -> LoadedConfiguration {
        try read(file, .disk, environment, now, secrets: secrets) { $0.read() }.value
    }

    /// Reads the settings of a configuration file whose content may have errors.
    ///
    /// - Throws: the problems with the settings, or with the whole file.
    package static func settings(
        file: String, environment: [String: String] = [:], secrets: SecretLookup? = nil, now: Instant
    ) throws(ConfigurationProblems) -> Settings {
        try read(file, .disk, environment, now, secrets: secrets) { $0.readSettings() }.value
    }

    /// Reads the files of a content version, by the same rules as the files on the disk.
    ///
    /// - Parameter published: what the server that shall take the content has published.
    /// - Returns: the content and the warnings about it.
    /// - Throws: every problem that can be found; a setting or an app secret is one.
    package static func content(
        _ files: [ContentFile], now: Instant, published: PublishedContent = PublishedContent()
    ) throws(ConfigurationProblems) -> (content: Content, warnings: [ConfigurationProblem]) {
        let read = try read(ContentFile.configuration, FileSource(files), [:], now, published) { $0.readContent() }
        return (read.value, read.warnings)
    }

    private static func read<Value>(
        _ file: String, _ source: FileSource, _ environment: [String: String], _ now: Instant,
        _ published: PublishedContent = PublishedContent(), secrets: SecretLookup? = nil,
        _ body: (ConfigurationReader) -> Value?
    ) throws(ConfigurationProblems) -> (value: Value, warnings: [ConfigurationProblem]) {
        let log = ProblemLog(file: file)
        let reader = ConfigurationReader(
            file: file, source: source, environment: environment, now: now, published: published,
            secrets: secrets, log: log)
        guard let value = body(reader), log.errorCount == 0 else { throw ConfigurationProblems(log.sorted) }
        return (value, log.sorted)
    }
}
