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

/// How a vault is to be sealed.
struct SealingOptions: ParsableArguments {
    @Option(
        help:
            "How dear each guess of the passphrase is, from 10 to 20: 18 takes 256 MiB and a second, 19 twice as much.")
    var workFactor: Int?

    @Flag(inversion: .prefixedNo, help: "Write the file as text (ASCII armour), which can be pasted into a mail.")
    var armor: Bool?

    func validate() throws {
        guard let workFactor, !(10...AgeFile.workFactorAtMost).contains(workFactor) else { return }
        throw ValidationError("--work-factor goes from 10 to \(AgeFile.workFactorAtMost), but is \(workFactor)")
    }

    func form(from former: AgeFile.Form = AgeFile.Form()) -> AgeFile.Form {
        var form = former
        if let workFactor { form.workFactor = workFactor }
        if let armor { form.isArmored = armor }
        return form
    }
}
