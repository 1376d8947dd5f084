import ArgumentParser
import Foundation
import ShelfVault

/// `shelflife vault edit`
struct VaultEdit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a secret, in an editor or from standard input.",
        discussion: """
            The editor ($VISUAL, $EDITOR, or vi) gets a file that is in memory, and is removed when the editor ends. Some \
            editors keep copies of their own, such as ~/.viminfo; EDITOR='vim -n -i NONE' doesn't.
            """)

    @Argument(help: "Its name.")
    var name: String

    @OptionGroup var options: VaultOptions

    func validate() throws {
        if options.passphrase.passphraseFd == STDIN_FILENO {
            throw ValidationError(
                "standard input can't be both the passphrase and the secret; use --passphrase-fd 3 for one")
        }
    }

    func run() throws {
        var isChanged = true
        try options.change { vault in
            let former = try vault.secret(name)
            let secret =
                isatty(STDIN_FILENO) == 1
                ? try SecretEditor.edited(former) : try SecretText.read("")
            isChanged = !secret.utf8.elementsEqual(former.utf8)
            try vault.replace(name, secret)
        }
        Output.print(isChanged ? "The vault has a new “\(name)”." : "“\(name)” is as it was.")
    }
}
