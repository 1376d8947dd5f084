import ShelfDatabase
import ShelfModel
import ShelfVault

extension StoredWrappingKey {
    static func all(in session: some SQLSession) throws -> [StoredWrappingKey] {
        try session.rows(
            "SELECT number, added_at_ms, seals_from_ms, whole_at_ms FROM wrapping_key ORDER BY number"
        ).map { row in
            StoredWrappingKey(
                number: UInt32(clamping: row[0] as Int64), addedAt: row[1], sealsFrom: row[2], wholeAt: row[3])
        }
    }

    /// - Parameter keys: of which one has this number.
    func insert(into session: some SQLSession, _ keys: SealingKeys) throws {
        let proof = try keys.seal(Self.proof, for: proofColumn, under: number)
        try session.run(
            "INSERT INTO wrapping_key (number, proof, added_at_ms, seals_from_ms, whole_at_ms) VALUES ($1, $2, $3, $4, $5)",
            [Int64(number), proof.bytes, addedAt, sealsFrom, wholeAt])
    }

    /// Whether a vault's key of this number is the one that the database means.
    func isProved(by keys: SealingKeys, in session: some SQLSession) throws -> Bool {
        let proof: [UInt8]? = try session.value(
            "SELECT proof FROM wrapping_key WHERE number = $1", [Int64(number)])
        guard let proof else { throw RowMissing(table: "wrapping_key") }
        return (try? ColumnSeals.sealed(keys).open(proof, of: proofColumn)) == Self.proof
    }

    /// What every proof says. It is secret to nobody: that it can be opened is what counts.
    private static let proof = Array("this key".utf8)

    private var proofColumn: SealedColumn {
        SealedColumn("wrapping_key", "proof", key: [.integer(Int64(number))], at: addedAt)
    }
}
