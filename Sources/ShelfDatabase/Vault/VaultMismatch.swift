/// The server's vault and the database don't belong together.
package enum VaultMismatch: Error, Hashable, CustomStringConvertible {
    /// The database is sealed, and the server has no vault.
    case sealed
    /// The server has a vault, and the database isn't sealed.
    case notSealed
    /// The vault's key isn't the one under which the database is sealed.
    case otherVault(UInt32)
    case alreadySealed
    /// The database has sealed values, and doesn't say any more under which keys.
    case keysMissing

    package var description: String {
        switch self {
        case .sealed:
            "the database is sealed, and the configuration names no vault; say `vault: vault.age`, with the vault's path"
        case .notSealed:
            "the configuration names a vault, and the database isn't sealed; `shelflife vault adopt` seals it"
        case .otherVault(let number):
            "the database is sealed by another vault's “wrapping-key-\(number)”; put back the vault that it was sealed by"
        case .keysMissing:
            """
            the database has sealed values, and no list of its wrapping keys; another program has changed it. Put back a \
            backup
            """
        case .alreadySealed: "the database is sealed already; nothing was changed"
        }
    }
}
