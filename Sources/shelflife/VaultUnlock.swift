import ArgumentParser
import ShelfEngine
import ShelfTerminal
import ShelfVault

/// `shelflife vault unlock`
struct VaultUnlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Give the running server the vault's passphrase.",
        discussion: """
            Run it as root or as the server's user. A server that is unlocked already reads the vault's file again, so that \
            it knows new secrets and wrapping keys.
            """)

    @OptionGroup var server: RunningServerOptions
    @OptionGroup var passphrase: PassphraseOptions

    func run() throws {
        CoreDumps.forbid()
        let socket = try server.folder().unlock
        // Who can't reach the server is told before typing anything.
        _ = try UnlockClient.status(at: socket)
        let answer = try UnlockClient.unlock(at: socket, passphrase: passphrase.read("Passphrase of the vault: "))
        guard answer.ok else { throw UsageError(answer.text) }
        Output.print(answer.text)
    }
}
