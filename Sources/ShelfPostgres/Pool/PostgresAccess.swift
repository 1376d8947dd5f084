import ShelfModel
import ShelfSQL
import ShelfVault

/// Who may use a database.
package enum PostgresAccess {
    /// Whether roles that nobody has named may connect, as in a database that was just made.
    ///
    /// - Parameter parameters: libpq's, by their keywords.
    /// - Throws: `DatabaseLost` when no server can be reached within two seconds.
    package static func isOpenToEveryRole(_ parameters: [String: String]) async throws -> Bool {
        try await PostgresPool(parameters, .none).use(reading: true) { lane in
            try lane.statements(Deadline(in: .seconds(2))) { session in
                try session.exists("SELECT 1 WHERE has_database_privilege('public', current_database(), 'CONNECT')")
            }
        }
    }
}
