import ArgumentParser
import ShelfVault

/// `shelflife vault remove`
struct VaultRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a secret. Copies of the vault's file still have it.")

    @Argument(help: "Its name.")
    var name: String

    @OptionGroup var options: VaultOptions

    func run() throws {
        try options.change { try $0.remove(name) }
        Output.print("The vault has no “\(name)” any more.")
    }
}
