import ArgumentParser
import Foundation
import ShelfConfiguration

/// `shelflife check`
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a configuration, its catalogue and its rules.",
        discussion: """
            Prints every problem at once, each with its file, line and field, what was found and what was \
            expected. Ends with status 1 when there is one.
            """)

    @Argument(help: "The configuration file.", completion: .file(extensions: ["yaml", "yml"]))
    var file = "shelflife.yaml"

    func run() throws {
        let now = WallClock.now()
        do {
            let configuration = try ConfigurationLoader.load(
                file: file, environment: ProcessInfo.processInfo.environment, now: now)
            CheckReport(configuration, file: file, now: now).lines.forEach { print($0) }
        } catch {
            print(error)
            throw ExitCode.failure
        }
    }
}
