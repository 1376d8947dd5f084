import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfServer
import ShelfTerminal

/// `shelflife`: a game's live store, from the server to the shelf.
@main
struct Shelflife: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A game's live store: the same shelf, at the same moment, for every player.",
        version: "\(ShelfServer.build)",
        subcommands: [
            Demo.self, Serve.self, Check.self, PreviewCommand.self, NewCommand.self, ImportCommand.self,
            SampleCommand.self,
            TokenCommand.self, Split.self,
            Watch.self, Sync.self,
            Inspect.self, Backup.self, Restore.self, Copy.self, Health.self, SalesCommand.self, Plan.self,
            Publish.self, Versions.self, Diff.self, RollBack.self, Cancel.self, Export.self, Pause.self, Resume.self,
            Withdraw.self,
            Withdrawals.self, Replace.self, RedrawCommand.self, Files.self, Pictures.self,
            RemovePicture.self, RemovedPictures.self, PackCommand.self,
            VaultCommand.self, PassphraseCommand.self,
        ])

    /// Runs a command as ArgumentParser does, except that its error, which may have a server's text in it, is printed
    /// without what a terminal would obey.
    static func main() async {
        do {
            var command = try await asyncParseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as WrongSettings {
            let text = "Error: \(message(for: visible(error.why)))\n"
            try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
            Foundation.exit(WrongSettings.exitStatus)
        } catch {
            exit(withError: visible(error))
        }
    }

    /// Help and the errors of arguments, which are ArgumentParser's own, stay as they are.
    private static func visible(_ error: any Error) -> any Error {
        guard !(error is ExitCode), exitCode(for: error) == .failure else { return error }
        let lines = message(for: error).split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return UsageError(lines.map { String($0).visibleText }.joined(separator: "\n"))
    }
}
