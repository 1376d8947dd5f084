import ArgumentParser
import ShelfServer

/// `shelflife`: a game's live store, from the server to the shelf.
@main
struct Shelflife: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A game's live store: the same shelf, at the same moment, for every player.",
        version: ShelfServer.version,
        subcommands: [
            Demo.self, Serve.self, Check.self, PreviewCommand.self, SampleCommand.self, Watch.self, Sync.self,
            Inspect.self, Backup.self, Restore.self, Copy.self, Health.self, SalesCommand.self, Plan.self,
            Publish.self, Versions.self, Diff.self, RollBack.self, Export.self, Withdraw.self,
            Withdrawals.self, Replace.self, RedrawCommand.self,
        ])
}
