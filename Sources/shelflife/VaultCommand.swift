import ArgumentParser

/// `shelflife vault`
struct VaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault",
        abstract: "Keep secrets in one file that only a passphrase opens.",
        discussion: """
            The file is in the age format, so `age -d vault.age` opens it, too. Make the passphrase with \
            `shelflife passphrase`. Without it nobody can open the vault, and nobody can help you.
            """,
        subcommands: [
            VaultInit.self, VaultAdd.self, VaultGet.self, VaultList.self, VaultEdit.self, VaultRemove.self,
            VaultRekey.self, VaultAdopt.self, VaultUnlock.self, VaultStatus.self,
        ])
}
