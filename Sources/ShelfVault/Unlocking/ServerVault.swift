import Synchronization

/// The vault of a server, which is locked until somebody gives its passphrase.
package final class ServerVault: Sendable {
    package let path: String
    /// What seals the database's columns.
    package let keys = SealingKeys()
    /// The secrets besides wrapping keys, which are in ``keys`` alone; `nil` while the vault is locked.
    private let others = Mutex<[String: String]?>(nil)

    /// - Parameter path: the vault's file. It is read when the vault is opened.
    package init(path: String) { self.path = path }

    package var isOpen: Bool { others.withLock { $0 != nil } }

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
        let secrets = content.vault.secrets.filter { WrappingKey.number(of: $0.key) == nil }
        others.withLock { $0 = secrets }
    }

    /// The secret of a name; `nil` where there is none, the vault is locked, or it is a wrapping key.
    package func secret(_ name: String) -> String? { others.withLock { $0?[name] } }
}
