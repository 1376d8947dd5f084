package import Logging
package import ShelfConfiguration
import ShelfModel

/// Reads the configuration files again while the server runs, and puts their content in force as a new version.
///
/// Files with errors change nothing: the content that was in force goes on.
package final class ContentReloader: Sendable {
    /// What became of a reload.
    package enum Outcome: Sendable {
        case done(ContentVersions.Reload)
        case refused(ConfigurationProblems)
        /// What is stored doesn't fit the content, or can't be read.
        case failed(any Error)
    }

    /// Reads the files as they are now.
    package typealias Read = @Sendable () throws(ConfigurationProblems) -> LoadedConfiguration

    private let versions: ContentVersions
    private let settings: Settings
    private let read: Read
    private let logger: Logger
    private let work = SerialWork()

    /// - Parameters:
    ///   - settings: those that hold since the start.
    ///   - read: reads the files as they are now.
    package init(
        versions: ContentVersions, settings: Settings, logger: Logger,
        read: @escaping Read
    ) {
        self.versions = versions
        self.settings = settings
        self.logger = logger
        self.read = read
    }

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
                return Result<LoadedConfiguration, ConfigurationProblems>.success(try read())
            } catch {
                return .failure(error)
            }
        }.value
        switch read {
        case .failure(let problems): return .refused(problems)
        case .success(let loaded):
            report(loaded)
            do {
                return .done(try await versions.take(loaded, reason: reason))
            } catch {
                return .failed(error)
            }
        }
    }

    private func report(_ loaded: LoadedConfiguration) {
        for line in ProblemLines(loaded.warnings).grouped { logger.warning("\(line)") }
        let sections = loaded.configuration.settings.sections(otherThanIn: settings)
        guard !sections.isEmpty else { return }
        logger.warning(
            "some settings have changed and hold after a restart only",
            metadata: ["sections": "\(sections.joined(separator: ", "))"])
    }

    private func report(_ outcome: Outcome) {
        switch outcome {
        case .done(.unchanged):
            logger.notice("the configuration files were read again: their content is in force already")
        case .done(.changed):
            logger.notice("the configuration files were read again: their content is in force")
        case .done(.superseded(let version)):
            logger.notice(
                """
                the configuration files were read again: they are unchanged since they were read last, so content \
                version \(version.number) by \(version.author) stays in force; shelflife publish puts them in force
                """)
        case .refused(let problems):
            for line in problems.description.split(separator: "\n") { logger.error("\(line)") }
            let fault = "the configuration files have errors, so the content that was in force goes on"
            logger.error("\(fault)")
            versions.note(filesFault: "\(fault); see the log")
        case .failed(let error):
            let fault = "the content of the configuration files can't be put in force, so the content that was goes on"
            logger.error("\(fault)", metadata: ["why": "\(error)"])
            if error is StartError { versions.note(filesFault: "\(fault); see the log") }
        }
    }
}
