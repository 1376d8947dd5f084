import ArgumentParser
import Foundation
import ShelfVault
import ShelfWire

/// `shelflife vault add`
struct VaultAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a secret, from standard input or asked for on the terminal.",
        discussion: """
            One of several lines comes from standard input: shelflife vault add key < key.pem. A line end behind the last \
            line doesn't belong to it.
            """)

    @Argument(help: "Its name.")
    var name: String

    @Flag(help: "Draw 32 random bytes, written in base64url, as app secrets and tokens are.")
    var random = false

    @OptionGroup var options: VaultOptions

    func validate() throws {
        guard SecretName.isValid(name) else { throw ValidationError("\(VaultError.name(name))") }
        if !random, options.passphrase.passphraseFd == STDIN_FILENO {
            throw ValidationError(
                "standard input can't be both the passphrase and the secret; use --passphrase-fd 3 for one")
        }
    }

    func run() throws {
        try options.change { vault in
            guard vault[name] == nil else { throw VaultError.alreadyThere(name) }
            try vault.add(name, random ? Self.drawn() : SecretText.read("Secret “\(name)”: "))
        }
        Output.print("The vault has “\(name)”.")
    }

    private static func drawn() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
