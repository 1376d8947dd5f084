package import Logging
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel

/// What a server starts with: its settings, and the content that is to be in force.
package struct ContentStart: Sendable {
    package let configuration: Configuration
    /// The content's version; `nil` when the content isn't one.
    let version: ContentVersion?
    let secrets: AppSecrets
    /// What is wrong with the files whose content would otherwise be in force.
    let fault: String?

    /// Starts with a configuration as it is.
    package init(_ configuration: Configuration) {
        self.init(configuration, version: nil)
    }

    private init(_ configuration: Configuration, version: ContentVersion?) {
        self.init(
            configuration: configuration, version: version, secrets: AppSecrets(configuration), fault: nil)
    }

    private init(configuration: Configuration, version: ContentVersion?, secrets: AppSecrets, fault: String?) {
        self.configuration = configuration
        self.version = version
        self.secrets = secrets
        self.fault = fault
    }

    /// Decides what to start with.
    ///
    /// Files that differ from those that a server read last become a new version. Otherwise the version goes on that
    /// is in force, so that a restart doesn't undo what was published in another way. When the files have errors, or
    /// don't fit what is published, the version in force goes on too.
    ///
    /// - Parameter isStrict: files with errors stop the start.
    /// - Throws: ``ConfigurationProblems`` or ``StartError`` of files that can't be used, when there is no version to
    ///   go on with; or the database's error.
    package static func decide(
        _ files: ReadFiles, database: any ShelfDatabase, now: Instant, isStrict: Bool, logger: Logger
    ) async throws -> ContentStart {
        do {
            let loaded = try files.loaded()
            let stored = StoredContent(loaded.files)
            if try await database.newestContentVersionFromFiles()?.digest != stored.digest {
                try await ContentFit(database: database).check(loaded.configuration.content)
            }
            let read = try await FilesVersion(database: database).enter(stored, reason: "start", now: now)
            let inForce = try await database.contentVersion(inForceAt: max(now, read.from))
            guard let inForce, inForce.digest != stored.digest else {
                return ContentStart(loaded.configuration, version: inForce)
            }
            logger.notice(
                """
                content version \(inForce.number) by \(inForce.author) goes on, because the files are still those of \
                version \(read.number); shelflife publish puts them in force
                """)
            return try await goOn(
                with: inForce, settings: loaded.configuration.settings, secrets: AppSecrets(loaded.configuration),
                database: database, now: now)
        } catch let error where !isStrict && (error is ConfigurationProblems || error is StartError) {
            guard let inForce = try await database.contentVersion(inForceAt: now) else { throw error }
            for line in "\(error)".split(separator: "\n") { logger.error("\(line)") }
            let fault = "the configuration files can't be used, so content version \(inForce.number) goes on"
            logger.error("\(fault)")
            return try await goOn(
                with: inForce, settings: files.settings,
                secrets: AppSecrets(ofStores: files.settings.appSecrets, stores: []), database: database, now: now,
                fault: "\(fault); see the log")
        }
    }

    /// Starts with the version that is in force, and where the database has none with a configuration as it is.
    package static func goOn(
        from configuration: Configuration, database: any ShelfDatabase, now: Instant
    ) async throws -> ContentStart {
        guard let inForce = try await database.contentVersion(inForceAt: now) else {
            return ContentStart(configuration)
        }
        return try await goOn(
            with: inForce, settings: configuration.settings, secrets: AppSecrets(configuration), database: database,
            now: now)
    }

    private static func goOn(
        with version: ContentVersion, settings: Settings, secrets: AppSecrets, database: any ShelfDatabase,
        now: Instant, fault: String? = nil
    ) async throws -> ContentStart {
        let files = try await database.contentFiles(version.digest) ?? []
        let content = try ConfigurationLoader.content(files, now: now).content
        var settings = settings
        settings.appSecrets = try await secrets.secrets(for: content, in: database)
        return ContentStart(
            configuration: Configuration(settings: settings, content: content), version: version,
            secrets: secrets, fault: fault)
    }
}
