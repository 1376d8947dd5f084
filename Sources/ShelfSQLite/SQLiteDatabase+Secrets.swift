import Foundation
import GRDB
import ShelfDatabase

extension SQLiteDatabase: SecretDatabase {
    package func keep(secret: [UInt8], as name: String) async throws -> [UInt8] {
        try await write { database in
            try database.run("INSERT INTO secret VALUES (?, ?) ON CONFLICT DO NOTHING", [name, Data(secret)])
            let row = try Row.fetchOne(database, sql: "SELECT bytes FROM secret WHERE name = ?", arguments: [name])
            return row?.bytes("bytes") ?? secret
        }
    }
}
