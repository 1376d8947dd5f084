import ArgumentParser
import ShelfVault

/// `shelflife vault rekey`
struct VaultRekey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rekey", abstract: "Give the vault another passphrase, or the database another wrapping key.",
        discussion: """
            Copies of the file, such as those in backups, are still opened by the former passphrase. If that is known \
            to somebody, change the secrets as well.
            """)

    @Flag(
        help: """
            Add a wrapping key instead. The database is sealed under it once every server has read the file again \
            (`shelflife vault unlock`).
            """)
    var wrappingKey = false

    @OptionGroup var options: VaultOptions

    @Option(help: "Read the new passphrase from this file descriptor instead of asking.")
    var newPassphraseFd: Int32?

    @Flag(help: "Take the new passphrase exactly as it is typed.")
    var newExact = false

    @OptionGroup var sealing: SealingOptions

    func validate() throws {
        if wrappingKey, newPassphraseFd != nil || newExact {
            throw ValidationError("--wrapping-key adds a key and leaves the passphrase; ask for one of the two")
        }
        if let newPassphraseFd, newPassphraseFd == options.passphrase.passphraseFd {
            throw ValidationError(
                "the passphrases come from two descriptors, such as --passphrase-fd 3 and --new-passphrase-fd 4")
        }
    }

    func run() throws {
        if wrappingKey { return try addWrappingKey() }
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

    private func addWrappingKey() throws {
        var number: UInt32 = 0
        try options.change { number = try $0.addWrappingKey() }
        Output.print([
            "\(options.vault) has a new secret, “\(WrappingKey.name(number))”.",
            """
            Copy the file to every server of the shop, and run `shelflife vault unlock` on each. `shelflife vault status` \
            tells how far it is. Keep the former keys as long as backups are sealed under them.
            """,
        ])
    }
}
