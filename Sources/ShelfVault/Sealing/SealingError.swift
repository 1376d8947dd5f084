/// Why a column can't be sealed or opened.
package enum SealingError: Error, Hashable, CustomStringConvertible {
    /// The database is sealed, and nobody has opened the vault.
    case locked
    /// The vault lacks the key under which a value is sealed.
    case missingKey(UInt32)
    /// A value of a sealed database isn't sealed.
    case notSealed(column: String)
    /// A value was changed, moved to another row, or sealed by another vault's key.
    case damaged(column: String)

    package var description: String {
        switch self {
        case .locked: "the database is sealed, and the vault is locked; `shelflife vault unlock` opens it"
        case .missingKey(let number):
            """
            the vault has no “\(WrappingKey.name(number))”, under which a part of the database is sealed; put back the \
            vault that has it
            """
        case .notSealed(let column):
            "\(column) of the database isn't sealed, though the database is; another program has changed it"
        case .damaged(let column):
            "\(column) of the database can't be opened by this vault; it was changed, or it belongs to another vault"
        }
    }
}
