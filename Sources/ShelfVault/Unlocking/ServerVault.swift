import Synchronization

/// The vault of a server, which is locked until somebody gives its passphrase.
package final class ServerVault: Sendable {
    package let path: String
    /// What seals the database's columns.
    package let keys = SealingKeys()
    private let vault = Mutex<Vault?>(nil)

    /// - Parameter path: the vault's file. It is read when the vault is opened.
    package init(path: String) { self.path = path }

    package var isOpen: Bool { vault.withLock { $0 != nil } }

    /// The content of the vault's file, of which the server doesn't use anything yet.
    package struct Content: Sendable {
        fileprivate let vault: Vault
        fileprivate let wrappingKeys: [UInt32: [UInt8]]
        package let keys: SealingKeys
    }

    /// Reads the vault's file as it is now.
    ///
    /// - Throws: ``VaultFileError``, ``AgeError``, ``VaultError``, ``WrappingKeyError``.
    package func read(with passphrase: borrowing SecretBytes) throws -> Content {
        let vault = try Vault(bytes: AgeFile.open(VaultFile(path).read(), with: passphrase))
        let (wrappingKeys, keys) = (try vault.wrappingKeys, SealingKeys())
        guard !wrappingKeys.isEmpty else { throw WrappingKeyError.missing }
        try keys.add(wrappingKeys)
        return Content(vault: vault, wrappingKeys: wrappingKeys, keys: keys)
    }

    /// Opens the vault with what was read, or takes in what is new in it.
    ///
    /// - Throws: ``WrappingKeyError/changed(_:)``. Then all is as it was.
    package func take(_ content: Content) throws(WrappingKeyError) {
        try keys.add(content.wrappingKeys)
        vault.withLock { $0 = content.vault }
    }

    /// The secret of a name; `nil` where there is none, or the vault is locked.
    package func secret(_ name: String) -> String? { vault.withLock { $0?[name] } }
}
