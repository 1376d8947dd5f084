import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfPostgres
import ShelfSQLite
import ShelfTerminal
import ShelfVault

/// `shelflife vault adopt`
struct VaultAdopt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt", abstract: "Seal the database with the vault's wrapping key.",
        discussion: """
            Stop all servers of the database first. The settings name the vault: `vault: vault.age`. The stores' \
            signing keys stay, since apps have them; schedules, key chains and tokens begin anew. Run it for a new shop, \
            too, before its first start.
            """)

    @Option(help: "The file of settings.", completion: .file(extensions: ["yaml", "yml"]))
    var config = "shelflife.yaml"

    @Option(help: "The data folder; unless given, that of the settings.", completion: .directory)
    var data: String?

    @OptionGroup var passphrase: PassphraseOptions

    func validate() throws {
        guard data != "" else { throw ValidationError("--data is empty; name a folder.") }
    }

    func run() async throws {
        CoreDumps.forbid()
        var settings = try ConfigurationLoader.settings(
            file: config, environment: ProcessInfo.processInfo.environment)
        settings.server.data = data ?? settings.server.data
        guard let path = settings.vault else {
            throw UsageError("\(config) names no vault; say `vault: vault.age` in it, with the vault's path")
        }
        let vault = ServerVault(path: path)
        let folder = DataFolder(path: settings.server.data)
        let passphrase = try passphrase.read("Passphrase of \(path): ")
        if let address = settings.database {
            let database = try await PostgresDatabase(address.parameters, seals: .sealed(vault.keys))
            Output.print(try await adopt(database, at: address.place, vault, with: passphrase))
        } else {
            try folder.make()
            try await folder.alone {
                let database = try SQLiteDatabase(path: folder.database, seals: .sealed(vault.keys))
                Output.print(try await adopt(database, at: folder.path, vault, with: passphrase))
            }
        }
    }

    /// Seals a database. One that this vault has sealed already may still hold in free pages and in its log what was
    /// readable, if the command was broken off after that; they are cleaned.
    ///
    /// - Returns: what to tell of it.
    private func adopt(
        _ database: any ShelfDatabase, at place: String, _ vault: ServerVault, with passphrase: borrowing SecretBytes
    ) async throws -> [String] {
        guard try await database.wrappingKeys().isEmpty else {
            try vault.take(vault.read(with: passphrase))
            try await database.checkVault(vault.keys)
            try await clean(database, at: place)
            return ["\(place) was sealed already, and is clean of what it held before.", Self.advice]
        }
        let added = try open(vault, with: passphrase)
        do {
            return try await sealing(database, at: place, added)
        } catch VaultMismatch.alreadySealed {
            try added?.takeBack()
            throw UsageError(
                """
                another command has sealed \(place) meanwhile; nothing was changed here. Copy the vault's file from the \
                machine where that was run
                """)
        }
    }

    /// Opens the vault. One without a wrapping key gets one.
    private func open(_ vault: ServerVault, with passphrase: borrowing SecretBytes) throws -> AddedWrappingKey? {
        let options = VaultOptions.of(vault.path)
        let file = VaultFile(vault.path)
        let lock = try file.lock()
        let sealed = try file.read()
        let form = try options.form(of: sealed)
        var opened = try options.opened(sealed, with: passphrase)
        var added: AddedWrappingKey?
        if try opened.wrappingKeys.isEmpty {
            added = try AddedWrappingKey(to: &opened, sealed, in: file, holding: lock) {
                try AgeFile.seal($0, with: passphrase, in: form)
            }
        }
        try vault.take(vault.read(with: passphrase))
        return added
    }

    private func sealing(
        _ database: any ShelfDatabase, at place: String, _ added: AddedWrappingKey?
    ) async throws -> [String] {
        let hadStores = try await database.adopt(at: WallClock.now()) { Randomness.system.bytes(32) }
        added?.tell()
        try await clean(database, at: place)
        guard hadStores else { return ["\(place) has a new shop, which is empty and sealed."] }
        return ["\(place) is sealed.", Self.consequence, Self.advice]
    }

    /// Leaves nothing readable in free pages and in the log.
    private func clean(_ database: any ShelfDatabase, at place: String) async throws {
        do {
            try await database.compact()
        } catch let error as DatabaseBusy {
            throw UsageError(
                """
                \(place) is sealed, but its files still hold what was readable before, because \(error). End that program \
                and run this command again; it finishes the work
                """)
        }
    }

    private static let consequence = """
        Its stores begin anew in the minute after a server starts on it, with the signing keys of before. Players sign in \
        again by themselves, and keep what they own.
        """
    private static let advice = """
        Older backups and copies still hold the signing keys and app secrets, readable. Destroy them, or lock them \
        away.
        """
}
