import ArgumentParser
import ShelfVault

/// `shelflife vault list`
struct VaultList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the names of the secrets, one a line.")

    @OptionGroup var options: VaultOptions

    func run() throws { Output.print(try options.open().names) }
}
