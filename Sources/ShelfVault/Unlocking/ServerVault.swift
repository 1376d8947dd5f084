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

    /// Opens the vault, or reads its file again once it is open, so that what was added is known.
    ///
    /// - Throws: ``VaultFileError``, ``AgeError``, ``VaultError``, ``WrappingKeyError``. Then all is as it was.
    package func open(with passphrase: borrowing SecretBytes) throws {
        let opened = try Vault(bytes: AgeFile.open(VaultFile(path).read(), with: passphrase))
        try keys.add(opened.wrappingKeys)
        vault.withLock { $0 = opened }
    }

    /// The secret of a name; `nil` where there is none, or the vault is locked.
    package func secret(_ name: String) -> String? { vault.withLock { $0?[name] } }
}
