import ArgumentParser
import ShelfTerminal
import ShelfVault

/// `shelflife vault remove`
struct VaultRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a secret. Copies of the vault's file still have it.")

    @Argument(help: "Its name.")
    var name: String

    @OptionGroup var options: VaultOptions

    @Flag(help: "Remove a wrapping key, too. What is sealed under it can't be opened any more, in backups neither.")
    var force = false

    func run() throws {
        guard force || WrappingKey.number(of: name) == nil else {
            throw UsageError(
                """
                a database or a backup may be sealed under “\(name)”, and nothing else opens it; --force removes it \
                nevertheless
                """)
        }
        try options.change { try $0.remove(name) }
        Output.print("The vault has no “\(name)” any more.")
    }
}
