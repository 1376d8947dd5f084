import ArgumentParser
import ShelfVault

/// `shelflife vault init`
struct VaultInit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make an empty vault.",
        discussion: """
            First make a passphrase with `shelflife passphrase`: five words of its list or more. Write it on paper, and \
            keep two copies in two places. Without it nobody can open the vault.
            """)

    @OptionGroup var options: VaultOptions
    @OptionGroup var sealing: SealingOptions

    func run() throws {
        CoreDumps.forbid()
        let file = VaultFile(options.vault)
        let lock = try file.lock()
        guard !file.exists else { throw VaultFileError.alreadyThere(options.vault) }
        let passphrase = try options.passphrase.readNew("Passphrase of the new vault: ")
        try file.save(AgeFile.seal(Vault().bytes, with: passphrase, in: sealing.form()), replacing: nil, holding: lock)
        Output.print("\(options.vault) is a new vault, which only this passphrase opens.")
    }
}
