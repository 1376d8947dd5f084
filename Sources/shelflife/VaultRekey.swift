import ArgumentParser
import ShelfVault

/// `shelflife vault rekey`
struct VaultRekey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rekey", abstract: "Give the vault another passphrase.",
        discussion: """
            Copies of the file, such as those in backups, are still opened by the former passphrase. If that is known \
            to somebody, change the secrets as well.
            """)

    @OptionGroup var options: VaultOptions

    @Option(help: "Read the new passphrase from this file descriptor instead of asking.")
    var newPassphraseFd: Int32?

    @Flag(help: "Take the new passphrase exactly as it is typed.")
    var newExact = false

    @OptionGroup var sealing: SealingOptions

    func validate() throws {
        if let newPassphraseFd, newPassphraseFd == options.passphrase.passphraseFd {
            throw ValidationError(
                "the passphrases come from two descriptors, such as --passphrase-fd 3 and --new-passphrase-fd 4")
        }
    }

    func run() throws {
        CoreDumps.forbid()
        let file = VaultFile(options.vault)
        let lock = try file.lock()
        let sealed = try file.read()
        let form = try options.form(of: sealed)
        let vault = try options.opened(sealed, with: options.passphrase.read("Passphrase of \(options.vault): "))
        var new = PassphraseOptions()
        (new.passphraseFd, new.exact) = (newPassphraseFd, newExact)
        let passphrase = try new.readNew("The new passphrase: ")
        try file.save(
            AgeFile.seal(vault.bytes, with: passphrase, in: sealing.form(from: form)), replacing: sealed, holding: lock)
        Output.print("\(options.vault) has a new passphrase. Copies of the file still have the former one.")
    }
}
