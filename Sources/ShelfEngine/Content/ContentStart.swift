import Foundation
package import Logging
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel

/// What a server starts with: its settings, and the content that is to be in force.
package struct ContentStart: Sendable {
    package let configuration: Configuration
    /// The content's version; `nil` when the content isn't one.
    let version: ContentVersion?
    /// What is wrong with the files whose content would otherwise be in force.
    let fault: String?

    /// Starts with a configuration as it is.
    package init(_ configuration: Configuration) {
        self.init(configuration: configuration, version: nil)
    }

    private init(configuration: Configuration, version: ContentVersion?, fault: String? = nil) {
        self.configuration = configuration
        self.version = version
        self.fault = fault
    }

    /// Decides what to start with.
    ///
    /// Where the server owns the content, the files start a shop, and the version in force goes on in one that has been
    /// started. Where the files own it, they become a new version if they differ from those that a server read last.
    /// Otherwise the version in force goes on, so that a restart undoes nothing. It goes on too when the files have
    /// errors, or don't fit what is published.
    ///
    /// - Parameter isStrict: files with errors stop the start.
    /// - Throws: ``ConfigurationProblems`` or ``StartError`` of files that can't be used, when there is no version to
    ///   go on with; or the database's error.
    package static func decide(
        _ files: ReadFiles, database: any ShelfDatabase, now: Instant, isStrict: Bool, logger: Logger
    ) async throws -> ContentStart {
        let start = try await choose(files, database: database, now: now, isStrict: isStrict, logger: logger)
        // What doesn't fit the files' own content was told when they were read.
        guard start.version?.digest != files.digest else { return start }
        let (settings, content) = (start.configuration.settings, start.configuration.content)
        for line in ProblemLines(settings.warnings(about: content)).grouped { logger.warning("\(line)") }
        return start
    }

    private static func choose(
        _ files: ReadFiles, database: any ShelfDatabase, now: Instant, isStrict: Bool, logger: Logger
    ) async throws -> ContentStart {
        if files.settings.content.owner == .server, let inForce = try await database.contentVersion(inForceAt: now) {
            if isStrict, files.areThere { _ = try files.loaded() }
            if let difference = files.difference(from: inForce) { logger.notice("\(difference)") }
            return try await goOn(with: inForce, settings: files.settings, database: database, now: now)
        }
        do {
            let loaded = try files.loaded()
            let stored = StoredContent(loaded.content.files)
            if try await database.newestContentVersionFromFiles()?.digest != stored.digest {
                try await ContentFit(database: database).check(loaded.content.content)
            }
            let read = try await FilesVersion(database: database).enter(
                stored, zones: loaded.content.content.zones, reason: "start", now: now)
            let from = max(now, read.from)
            let scheduled = try await database.contentVersions(comingAfter: from).comingInForce.map { "\($0.number)" }
            if !scheduled.isEmpty {
                logger.warning(
                    "versions will take the place of the files that own the content; cancel them, unless that is meant",
                    metadata: ["versions": "\(scheduled.joined(separator: ", "))"])
            }
            let inForce = try await database.contentVersion(inForceAt: from)
            guard let inForce else { return ContentStart(loaded.configuration) }
            guard inForce.digest != stored.digest else {
                var configuration = loaded.configuration
                let zones = try await database.contentZones(of: inForce.number)
                configuration.content = configuration.content.keeping(zones)
                return ContentStart(configuration: configuration, version: inForce)
            }
            logger.notice(
                """
                content version \(inForce.number) by \(inForce.author) goes on, because the files are still those of \
                version \(read.number); change them to put them in force
                """)
            return try await goOn(with: inForce, settings: loaded.settings, database: database, now: now)
        } catch let error where !isStrict && (error is ConfigurationProblems || error is StartError) {
            guard let inForce = try await database.contentVersion(inForceAt: now) else { throw error }
            for line in "\(error)".split(separator: "\n") { logger.error("\(line)") }
            let fault = "the content files can't be used, so content version \(inForce.number) goes on"
            logger.error("\(fault)")
            return try await goOn(
                with: inForce, settings: files.settings, database: database, now: now, fault: "\(fault); see the log")
        }
    }

    /// Starts with the version that is in force, and where the database has none with a configuration as it is.
    package static func goOn(
        from configuration: Configuration, database: any ShelfDatabase, now: Instant
    ) async throws -> ContentStart {
        guard let inForce = try await database.contentVersion(inForceAt: now) else {
            return ContentStart(configuration)
        }
        return try await goOn(with: inForce, settings: configuration.settings, database: database, now: now)
    }

    private static func goOn(
        with version: ContentVersion, settings: Settings, database: any ShelfDatabase, now: Instant,
        fault: String? = nil
    ) async throws -> ContentStart {
        let content = try await database.content(of: version, now: now)
        return ContentStart(
            configuration: Configuration(settings: settings, content: content), version: version, fault: fault)
    }
}

extension ReadFiles {
    /// Whether there is a content file. A shop that was started needs none.
    fileprivate var areThere: Bool {
        guard case .broken(let settings, _) = self else { return true }
        return FileManager.default.fileExists(atPath: settings.content.file)
    }

    /// That of the content of sound files.
    fileprivate var digest: [UInt8]? {
        guard case .sound(let loaded) = self else { return nil }
        return StoredContent(loaded.content.files).digest
    }

    /// How the content files differ from what is in force, for people who have changed them; `nil` where they don't,
    /// or aren't there.
    fileprivate func difference(from inForce: ContentVersion) -> String? {
        switch self {
        case .sound:
            guard digest != inForce.digest else { return nil }
            return """
                the content files differ from version \(inForce.number) by \(inForce.author), which is in force; shelflife \
                publish puts them in force
                """
        case .broken(let settings, _):
            guard areThere else { return nil }
            return """
                \(settings.content.file) can't be read as content, so it differs from version \(inForce.number), which is in \
                force; shelflife check tells what is wrong with it
                """
        }
    }
}
