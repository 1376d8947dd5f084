import ShelfPostgres
import ShelfTesting
import Testing

struct PostgresDatabaseTests {
    private static let promises =
        DatabaseContract.all + DatabaseContract.incarnations + DatabaseContract.trade + DatabaseContract.topUps
        + DatabaseContract.numbers + DatabaseContract.withdrawals + DatabaseContract.changes + DatabaseContract.content

    @Test("it keeps what every database promises", .needsPostgres, arguments: promises.indices)
    func keepsThePromise(index: Int) async throws {
        let promise = Self.promises[index]
        do {
            try await promise.check(PostgresDatabase(TestDatabase().address))
        } catch {
            Issue.record("\(promise.promise): \(error)")
        }
    }

    private static let promisesToTwo = ConcurrencyContract.all + ConcurrencyContract.content

    @Test("it keeps what every database promises to two servers", .needsPostgres, arguments: promisesToTwo.indices)
    func keepsThePromiseToTwo(index: Int) async throws {
        let promise = Self.promisesToTwo[index]
        let database = try TestDatabase()
        do {
            try await promise.check { try await PostgresDatabase(database.address) }
        } catch {
            Issue.record("\(promise.promise): \(error)")
        }
    }

    @Test("where no server answers, each attempt fails with words, and frees its connection once")
    func noServer() async throws {
        for _ in 0..<20 {
            let error = await #expect(throws: (any Error).self) {
                try await PostgresDatabase("host=/nowhere/at/all dbname=shop")
            }
            #expect("\(try #require(error))".hasPrefix("the database can't be reached, and nothing was changed: "))
        }
    }
}
