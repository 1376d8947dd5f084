import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfPostgres
import ShelfTerminal
import ShelfVault

/// `shelflife vault rekey`
struct VaultRekey: AsyncParsableCommand {
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

    @Option(
        help: """
            With --wrapping-key: the file of settings. Where it names PostgreSQL, the database is told of the key, so that \
            it refuses another one of the same number.
            """,
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

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
        if config != nil, !wrappingKey {
            throw ValidationError("--config is for --wrapping-key: another passphrase is the file's alone")
        }
        if let newPassphraseFd, newPassphraseFd == options.passphrase.passphraseFd {
            throw ValidationError(
                "the passphrases come from two descriptors, such as --passphrase-fd 3 and --new-passphrase-fd 4")
        }
    }

    func run() async throws {
        if wrappingKey { return try await addWrappingKey() }
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

    private func addWrappingKey() async throws {
        CoreDumps.forbid()
        let vault = ServerVault(path: options.vault)
        let database = try await self.database(vault.keys)
        let file = VaultFile(options.vault)
        let lock = try file.lock()
        let sealed = try file.read()
        let form = try options.form(of: sealed)
        let passphrase = try options.passphrase.read("Passphrase of \(options.vault): ")
        var opened = try options.opened(sealed, with: passphrase)
        let added = try AddedWrappingKey(to: &opened, sealed, in: file, holding: lock) {
            try AgeFile.seal($0, with: passphrase, in: form)
        }
        if let database {
            try vault.take(vault.read(with: passphrase))
            try await announce(added, to: database)
        }
        added.tell()
        if config == nil {
            Output.print("No database was told. With one in PostgreSQL, add --config the next time.")
        }
        Output.print([
            """
            Copy the file to every server of the shop, and run `shelflife vault unlock` on each. `shelflife vault status` \
            tells how far it is. Keep the former keys as long as backups are sealed under them.
            """
        ])
    }

    /// The shop's database, where other machines may have copies of the vault that somebody changes.
    private func database(_ keys: SealingKeys) async throws -> (any ShelfDatabase)? {
        guard let config else { return nil }
        let settings = try ConfigurationLoader.settings(
            file: config, environment: ProcessInfo.processInfo.environment)
        guard let path = settings.vault, VaultFile(path).path == VaultFile(options.vault).path else {
            throw UsageError("\(config) doesn't name \(options.vault) as its vault; name the two that belong together")
        }
        guard let address = settings.database else { return nil }
        return try await PostgresDatabase(address.parameters, seals: .sealed(keys))
    }

    private func announce(_ added: AddedWrappingKey, to database: any ShelfDatabase) async throws {
        do {
            try await database.announceKeys(at: WallClock.now())
        } catch VaultMismatch.otherVault {
            try added.takeBack()
            throw UsageError(
                """
                the shop has another “\(WrappingKey.name(added.number))” already; nothing was changed. Copy the vault's \
                file from the machine where that was added
                """)
        } catch {
            added.tell()
            throw error
        }
    }
}
