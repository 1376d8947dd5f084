import ShelfVault

/// A vault's file that has got another wrapping key by this command, and can still be made what it was.
struct AddedWrappingKey {
    let number: UInt32
    let file: VaultFile
    private let lock: VaultFile.Lock
    private let former: [UInt8]
    private let new: [UInt8]

    /// Adds a key to a vault and saves it.
    ///
    /// - Parameters:
    ///   - sealed: what was read from the file.
    ///   - seal: seals the vault's bytes for the file.
    init(
        to vault: inout Vault, _ sealed: [UInt8], in file: VaultFile, holding lock: VaultFile.Lock,
        seal: ([UInt8]) throws -> [UInt8]
    ) throws {
        number = try vault.addWrappingKey()
        (former, self.file, self.lock) = (sealed, file, lock)
        new = try seal(vault.bytes)
        try file.save(new, replacing: former, holding: lock)
    }

    func takeBack() throws { try file.save(former, replacing: new, holding: lock) }

    func tell() { Output.print("\(file.path) has a new secret, “\(WrappingKey.name(number))”.") }
}
