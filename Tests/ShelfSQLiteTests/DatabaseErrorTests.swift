import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `Errors of a database` {
    private struct Unheard: Error {}

    @Test(
        arguments: [
            (DatabaseBusy(limit: .seconds(2)), .busy), (DatabaseLost(mayBeCommitted: true, message: "gone"), .lost),
            (StorageError("/data", .full), .full), (StorageError("/data", .readOnly), .readOnly),
            (StorageError("/data", .damaged), .damaged), (StorageError("/data", .missing), .other),
            (Unheard(), .other), (CancellationError(), nil),
        ] as [(any Error, DatabaseErrors.Kind?)])
    func `are told apart, and a caller's own end is none`(error: any Error, kind: DatabaseErrors.Kind?) {
        #expect(DatabaseErrors.Kind(error) == kind)
    }

    @Test func `are counted for each call that fails, and for none that succeeds`() async throws {
        let faults = DatabaseFaults()
        let database = try SQLiteDatabase.inMemory(faults: faults.hook)
        faults.reading = true
        for _ in 0..<3 { await #expect(throws: DatabaseFaults.DiskFull.self) { try await database.size() } }
        #expect(database.errors[.other] == 3)
        faults.reading = false
        #expect(try await database.size() > 0)
        #expect(DatabaseErrors.Kind.allCases.map { database.errors[$0] }.reduce(0, +) == 3)
    }
}
