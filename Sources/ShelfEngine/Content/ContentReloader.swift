package import Logging
package import ShelfConfiguration
import ShelfModel

/// Reads the settings and the content files again while the server runs. Settings that can change meanwhile hold at
/// once. Files that own the content are put in force as a new version.
///
/// Files with errors change nothing: what was in force goes on.
package final class ContentReloader: Sendable {
    /// What became of a reload.
    package enum Outcome: Sendable {
        case done(ContentVersions.Reload)
        /// The settings were read; the server owns the content.
        case settingsOnly
        case refused(ConfigurationProblems)
        /// Not even the settings can be read.
        case refusedSettings(ConfigurationProblems)
        /// What is stored doesn't fit the content, or can't be read.
        case failed(any Error)
    }

    /// Reads the files as they are now.
    ///
    /// - Throws: the problems of settings that can't be read.
    package typealias Read = @Sendable () throws(ConfigurationProblems) -> ReadFiles

    private let versions: ContentVersions
    private let settings: Settings
    private let read: Read
    private let onSettings: @Sendable (Settings) -> Void
    private let logger: Logger
    private let work = SerialWork()

    /// - Parameters:
    ///   - settings: those that hold since the start.
    ///   - read: reads the files as they are now.
    ///   - onSettings: puts those settings in force that can change while the server runs.
    package init(
        versions: ContentVersions, settings: Settings, logger: Logger,
        read: @escaping Read, onSettings: @escaping @Sendable (Settings) -> Void = { _ in }
    ) {
        self.versions = versions
        self.settings = settings
        self.logger = logger
        self.read = read
        self.onSettings = onSettings
    }

    /// Whether a reload puts content in force.
    package var takesContent: Bool { settings.content.owner == .files }

    /// - Parameter reason: why, for the list of versions.
    @discardableResult
    package func reload(reason: String) async -> Outcome {
        await work.run {
            let outcome = await reloadInTurn(reason)
            report(outcome)
            return outcome
        }
    }

    private func reloadInTurn(_ reason: String) async -> Outcome {
        let read = await Task.detached { [read] in
            do throws(ConfigurationProblems) {
                return Result<ReadFiles, ConfigurationProblems>.success(try read())
            } catch {
                return .failure(error)
            }
        }.value
        let files: ReadFiles
        do {
            files = try read.get()
        } catch {
            return .refusedSettings(error)
        }
        do {
            onSettings(files.settings)
            report(files.settings)
            guard takesContent else {
                try await versions.take(files.settings)
                return .settingsOnly
            }
            let loaded = try files.loaded()
            for line in ProblemLines(loaded.warnings).grouped { logger.warning("\(line)") }
            return .done(try await versions.take(loaded, reason: reason))
        } catch let problems as ConfigurationProblems {
            return .refused(problems)
        } catch {
            return .failed(error)
        }
    }

    private func report(_ read: Settings) {
        let sections = read.sections(otherThanIn: settings)
        guard !sections.isEmpty else { return }
        logger.warning(
            "some settings have changed and hold after a restart only",
            metadata: ["sections": "\(sections.joined(separator: ", "))"])
    }

    private func report(_ problems: ConfigurationProblems, _ fault: String) {
        for line in problems.description.split(separator: "\n") { logger.error("\(line)") }
        logger.error("\(fault)")
        versions.note(filesFault: "\(fault); see the log")
    }

    private func report(_ outcome: Outcome) {
        switch outcome {
        case .settingsOnly:
            logger.notice("the settings were read again; content is taken by shelflife publish and at the desk")
        case .done(.unchanged):
            logger.notice("the content files were read again: their content is in force already")
        case .done(.changed):
            logger.notice("the content files were read again: their content is in force")
        case .done(.superseded(let version)):
            logger.notice(
                """
                the content files were read again: they are unchanged since they were read last, so content \
                version \(version.number) by \(version.author) stays in force; change them to put them in force
                """)
        case .refused(let problems):
            report(problems, "the content files have errors, so the content that was in force goes on")
        case .refusedSettings(let problems):
            report(problems, "settings: they can't be read again, so those that were in force go on")
        case .failed(let error):
            let fault = "the content of the files can't be put in force, so the content that was goes on"
            logger.error("\(fault)", metadata: ["why": "\(error)"])
            if error is StartError { versions.note(filesFault: "\(fault); see the log") }
        }
    }
}
