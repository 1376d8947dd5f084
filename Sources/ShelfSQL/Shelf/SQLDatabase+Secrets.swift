import ShelfDatabase

extension SQLDatabase {
    package func keep(secret: [UInt8], as name: String) async throws -> [UInt8] {
        try await write { session in
            try session.run("INSERT INTO secret VALUES ($1, $2) ON CONFLICT DO NOTHING", [name, secret])
            let row = try session.row("SELECT bytes FROM secret WHERE name = $1", [name])
            return row?["bytes"] ?? secret
        }
    }
}
