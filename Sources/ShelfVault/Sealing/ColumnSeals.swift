/// How a database's secret columns are stored.
package enum ColumnSeals: Sendable {
    /// As they are, where there is no vault.
    case none
    /// Sealed by the vault's keys. Until the vault is open they can be neither written nor read.
    case sealed(SealingKeys)

    /// Whether what this writes is sealed.
    package var isSealing: Bool { keys != nil }

    /// The bytes as the column is to hold them.
    package func seal(_ bytes: [UInt8], for column: SealedColumn) throws(SealingError) -> [UInt8] {
        guard let keys else { return bytes }
        return try keys.seal(bytes, for: column).bytes
    }

    /// The text as the column is to hold it. It is padded with zero bytes, so that its length doesn't tell which of a few
    /// texts it is; no text of ours has one.
    package func seal(_ text: String, for column: SealedColumn) throws(SealingError) -> String {
        guard let keys else { return text }
        let bytes = Array(text.utf8)
        let padding = column.padding - bytes.count % column.padding
        return try keys.seal(bytes + [UInt8](repeating: 0, count: padding), for: column).text
    }

    /// The bytes that a column holds.
    ///
    /// - Throws: ``SealingError``, also for what isn't sealed in a sealed database.
    package func open(_ bytes: [UInt8], of column: SealedColumn) throws(SealingError) -> [UInt8] {
        guard let keys else { return bytes }
        guard let value = SealedValue(bytes) else { throw .notSealed(column: "\(column.table).\(column.name)") }
        return try keys.open(value, of: column)
    }

    package func open(_ text: String, of column: SealedColumn) throws(SealingError) -> String {
        guard let keys else { return text }
        guard let value = SealedValue(text) else { throw .notSealed(column: "\(column.table).\(column.name)") }
        return String(decoding: try keys.open(value, of: column).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// `nil` without a vault.
    package var keys: SealingKeys? {
        switch self {
        case .none: nil
        case .sealed(let keys): keys
        }
    }
}
