import ArgumentParser
import Foundation
import ShelfVault

/// `shelflife vault get`
struct VaultGet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print a secret.",
        discussion: "Into a pipe or a file goes the secret alone, without a line end.")

    @Argument(help: "Its name.")
    var name: String

    @OptionGroup var options: VaultOptions

    func run() throws {
        let secret = try options.open().secret(name)
        Output.print(bytes: Array(secret.utf8) + (isatty(STDOUT_FILENO) == 1 ? [UInt8(ascii: "\n")] : []))
    }
}
