import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfPostgres
import ShelfSQLite
import ShelfTerminal

/// Lets a shop begin anew whose clock was ahead, so that what is from the future stops no start any more.
struct ClockMending {
    private let settings: Settings
    private let data: DataFolder

    /// - Parameter settings: the server's.
    init(_ settings: Settings) {
        (self.settings, data) = (settings, DataFolder(path: settings.server.data))
    }

    /// Marks the database, and puts the published windows aside. Broken off, it can be run again.
    ///
    /// - Parameter now: by the clock that is right.
    /// - Throws: when a server uses the data folder or the database.
    func run(now: Instant) async throws {
        let aside = try await data.alone {
            try await database().markClockWasAhead(now: now)
            return try data.setAsidePublished(as: "ahead-" + RFC3339.text(now))
        }
        Output.print("The shop in \(settings.database?.place ?? data.path) is marked.")
        if let aside { Output.print("The windows that were published are in \(aside.path).") }
        Output.print("The stores begin anew in the minute after a server starts on it, by this machine's clock.")
    }

    /// PostgreSQL lists this command's own sessions under this name.
    private static let session = ["application_name": "shelflife restore"]

    /// Opens the database that no server uses.
    private func database() async throws -> any IncarnationDatabase {
        guard let address = settings.database else {
            guard FileManager.default.fileExists(atPath: data.database) else {
                throw BackupError.noDatabase(data.database)
            }
            return try SQLiteDatabase(path: data.database)
        }
        let database = try await PostgresDatabase(address.parameters.merging(Self.session) { $1 })
        let others = try await database.otherSessions()
        guard others.isEmpty else {
            throw UsageError(
                """
                \(address.place) was in use within the last ten seconds, by \(others.joined(separator: ", ")); stop every \
                server of the shop first
                """)
        }
        return database
    }
}
