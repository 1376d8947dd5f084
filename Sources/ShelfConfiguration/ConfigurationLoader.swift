package import ShelfModel

/// Reads a shop's files: the settings, and the content file with what belongs to it.
///
/// Problems name files as the user named them, or from the folder of the file that names them. All functions throw every
/// problem that can be found, not only the first.
package enum ConfigurationLoader {
    /// Reads settings and the content that they name.
    ///
    /// - Parameters:
    ///   - file: the path of the settings.
    ///   - environment: variables such as `SHELFLIFE_PORT`, which override the file.
    ///   - secrets: finds what is `vault:NAME` in the file; `nil` while the vault is closed.
    ///   - now: the start of the year for which the rules are checked.
    package static func load(
        file: String, environment: [String: String] = [:], secrets: SecretLookup? = nil, now: Instant
    ) throws(ConfigurationProblems) -> LoadedConfiguration {
        let log = ProblemLog(file: file)
        let read = settings(file, environment, secrets, log).flatMap { reader in
            both(reader, readsAbsent: true, now: now, log: log)
        }
        guard let read, let content = read.content, log.errorCount == 0 else {
            throw ConfigurationProblems(log.sorted)
        }
        return LoadedConfiguration(settings: read.settings, content: content, warnings: log.sorted)
    }

    /// Reads a file of either kind. Settings that name no content are read alone if there is none in the usual place.
    package static func check(
        file: String, environment: [String: String] = [:], now: Instant
    ) throws(ConfigurationProblems) -> CheckedFiles {
        let log = ProblemLog(file: file)
        var (settings, content): (Settings?, LoadedContent?)
        if let read = YAMLFile(file, source: .disk, log: log), let kind = read.kind() {
            switch kind {
            case .content: content = Self.content(read, now: now, log: log)
            case .settings:
                let reader = SettingsReader(file: read, environment: environment, secrets: nil, log: log)
                (settings, content) = both(reader, readsAbsent: reader.namesContent, now: now, log: log) ?? (nil, nil)
            }
        }
        guard log.errorCount == 0 else { throw ConfigurationProblems(log.sorted) }
        return CheckedFiles(settings: settings, content: content, warnings: log.sorted)
    }

    /// Reads the content of a content file, or of the one that settings name. Nothing else in the settings matters.
    ///
    /// - Returns: the content and the warnings about it.
    package static func content(
        file: String, now: Instant
    ) throws(ConfigurationProblems) -> (content: LoadedContent, warnings: [ConfigurationProblem]) {
        let log = ProblemLog(file: file)
        var content: LoadedContent?
        if let read = YAMLFile(file, source: .disk, log: log), let kind = read.kind() {
            switch kind {
            case .content: content = Self.content(read, now: now, log: log)
            case .settings where !read.isKnown:
                log.add(
                    read.root.place, found: "neither content nor settings",
                    expected: "a content file, such as \(ContentSettings.usualFile), or settings that name one")
            case .settings:
                let reader = SettingsReader(file: read, environment: [:], secrets: nil, log: log)
                content = reader.readContent().flatMap { Self.content(of: reader, $0.file, now: now, log: log) }
            }
        }
        guard let content, log.errorCount == 0 else { throw ConfigurationProblems(log.sorted) }
        return (content, log.sorted)
    }

    /// Reads settings, whatever is wrong with the content.
    package static func settings(
        file: String, environment: [String: String] = [:], secrets: SecretLookup? = nil
    ) throws(ConfigurationProblems) -> Settings {
        let log = ProblemLog(file: file)
        let settings = settings(file, environment, secrets, log)?.read().settings
        guard let settings, log.errorCount == 0 else { throw ConfigurationProblems(log.sorted) }
        return settings
    }

    /// Reads the files of a content version, by the same rules as the files on the disk.
    ///
    /// - Parameters:
    ///   - zones: those that a stored version keeps, so that it means the same on every server; the system's for files
    ///     that are to become a version.
    ///   - published: what the server that shall take the content has published.
    /// - Returns: the content and the warnings about it.
    package static func content(
        _ files: [ContentFile], zones: ZoneSource = .system, now: Instant,
        published: PublishedContent = PublishedContent()
    ) throws(ConfigurationProblems) -> (content: Content, warnings: [ConfigurationProblem]) {
        let log = ProblemLog(file: ContentFile.content)
        let source = FileSource(files)
        let content = YAMLFile(ContentFile.content, source: source, log: log).flatMap {
            ContentReader(file: $0, source: source, now: now, published: published, zones: zones, log: log).read()
        }
        guard let content, log.errorCount == 0 else { throw ConfigurationProblems(log.sorted) }
        return (content.content, log.sorted)
    }

    private static func settings(
        _ file: String, _ environment: [String: String], _ secrets: SecretLookup?, _ log: ProblemLog
    ) -> SettingsReader? {
        guard let read = YAMLFile(file, source: .disk, log: log), let kind = read.kind() else { return nil }
        guard kind == .settings else {
            log.add(
                read.root.place, found: "content", expected: "settings, such as `content: {file: \(readable(file))}`")
            return nil
        }
        return SettingsReader(file: read, environment: environment, secrets: secrets, log: log)
    }

    /// Reads both kinds, so that a person hears of all problems at once.
    ///
    /// - Parameter readsAbsent: whether it is an error that the content file isn't there.
    private static func both(
        _ reader: SettingsReader, readsAbsent: Bool, now: Instant, log: ProblemLog
    ) -> (settings: Settings, content: LoadedContent?)? {
        let (settings, contentSettings) = reader.read()
        guard let file = contentSettings?.file else { return nil }
        let isThere = readsAbsent || FileSource.disk.holds(file)
        let content = isThere ? content(of: reader, file, now: now, log: log) : nil
        guard let settings else { return nil }
        if let content {
            SettingsCheck(settings: settings, content: content.content, place: reader.place, log: log).check()
        }
        return (settings, content)
    }

    private static func content(
        of reader: SettingsReader, _ file: String, now: Instant, log: ProblemLog
    ) -> LoadedContent? {
        let place = reader.place(of: ["content", "file"])
        return YAMLFile(file, at: place, source: .disk, log: log).flatMap { content($0, now: now, log: log) }
    }

    private static func content(_ file: YAMLFile, now: Instant, log: ProblemLog) -> LoadedContent? {
        ContentReader(
            file: file, source: .disk, now: now, published: PublishedContent(), zones: .system, log: log
        ).read()
    }
}
