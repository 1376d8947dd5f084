import ArgumentParser
import ShelfEngine
import ShelfVault

/// `shelflife vault status`
struct VaultStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tell whether the running server is locked, and how far a change of the wrapping key is.",
        discussion: "Run it as root or as the server's user. It needs no passphrase.")

    @OptionGroup var server: RunningServerOptions

    func run() throws {
        let text = try UnlockClient.status(at: server.folder().unlock)
        Output.print(text.split(separator: "\n").map(String.init))
    }
}
