import ShelfDatabase
import ShelfModel
import ShelfVault

extension SQLDatabase {
    package func keep(secret: [UInt8], as name: String) async throws -> [UInt8] {
        // A secret has no instant of its own.
        let column = SealedColumn("secret", "bytes", key: [.text(name)], at: Instant(milliseconds: 0))
        return try await write { session in
            try session.run(
                "INSERT INTO secret VALUES ($1, $2) ON CONFLICT DO NOTHING",
                [name, session.seals.seal(secret, for: column)])
            let kept: [UInt8]? = try session.value("SELECT bytes FROM secret WHERE name = $1", [name])
            guard let kept else { throw RowMissing(table: "secret") }
            return try session.seals.open(kept, of: column)
        }
    }
}
