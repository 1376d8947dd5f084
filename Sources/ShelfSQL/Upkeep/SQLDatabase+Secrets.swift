import ShelfDatabase

extension SQLDatabase {
    package func keep(secret: [UInt8], as name: String) async throws -> [UInt8] {
        try await write { session in
            try session.run("INSERT INTO secret VALUES ($1, $2) ON CONFLICT DO NOTHING", [name, secret])
            let kept: [UInt8]? = try session.value("SELECT bytes FROM secret WHERE name = $1", [name])
            guard let kept else { throw RowMissing(table: "secret") }
            return kept
        }
    }
}
