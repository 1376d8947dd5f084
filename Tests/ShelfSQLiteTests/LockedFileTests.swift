import Foundation
import GRDB
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting
import Testing

@Suite(.timeLimit(.minutes(30))) struct `A file that another program has locked` {
    private let folder: TemporaryFolder
    private let path: String
    private let other: DatabaseQueue
    private let database: SQLiteDatabase
    private let player: Int64

    init() async throws {
        folder = try TemporaryFolder()
        path = folder.file("shelflife.sqlite")
        database = try SQLiteDatabase(path: path, busyAtMost: .milliseconds(200))
        player = try await Trade.player(database, coins: 100)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        other = try DatabaseQueue(path: path, configuration: configuration)
    }

    @Test func `keeps an order waiting for so long and no longer, and nothing is judged`() async throws {
        try lock()
        let error = await #expect(throws: DatabaseBusy.self) { try await database.settle([Trade.order(player, "a")]) }
        #expect(error?.limit == .milliseconds(200))
        #expect(database.errors[.busy] == 1 && database.errors[.other] == 0)
        #expect(try await database.settled(OrderID(player: player, key: "a")) == nil, "reading goes on")
        try unlock()
        #expect(try await database.settle([Trade.order(player, "a")])[0].verdict == .sold(number: 1))
    }

    @Test func `refuses everyone who waits for it, and judges nothing`() async throws {
        try lock()
        await withTaskGroup { group in
            for key in 0..<20 {
                group.addTask {
                    await #expect(throws: DatabaseBusy.self) {
                        try await database.settle([Trade.order(player, "\(key)")])
                    }
                }
            }
        }
        try unlock()
        #expect(try await database.orders(of: player, before: nil, limit: 99).isEmpty)
    }

    @Test func `keeps a log that is still read from being emptied, and that is told`() async throws {
        try await other.writeWithoutTransaction { reader in
            try reader.execute(sql: "BEGIN")
            _ = try Int.fetchOne(reader, sql: "SELECT COUNT(*) FROM player")
        }
        _ = try await database.settle([Trade.order(player, "a")])
        await #expect(throws: DatabaseBusy.self) { try await database.scrub() }
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try await database.scrub()
        let log = try Data(contentsOf: URL(filePath: path + "-wal"))
        #expect(log.isEmpty)
    }

    @Test func `is none when the log is copied and emptied at one time, over and over`() async throws {
        let busy = try SQLiteDatabase(path: folder.file("busy.sqlite"), busyAtMost: .seconds(2))
        let player = try await Trade.player(busy, coins: 1_000_000)
        // So the log is large whenever the database is made compact, and takes a while to copy.
        let bytes = [UInt8](repeating: 7, count: 4_000_000)
        let file = FileHead(digest: [UInt8](repeating: 1, count: 32), length: bytes.count)
        _ = try await busy.beginFile(file, at: Trade.noon)
        for part in file.parts {
            _ = try await busy.addPart(part, of: file, bytes: Array(bytes[file.bytes(of: part)]))
        }
        let buying = Task {
            var number = 0
            while !Task.isCancelled {
                number += 1
                _ = try? await busy.settle([Trade.order(player, "\(number)")])
            }
        }
        for _ in 0..<60 { try await busy.compact() }
        buying.cancel()
        await buying.value
    }

    @Test func `is written once it is free again in time`() async throws {
        let patient = try SQLiteDatabase(path: path, busyAtMost: .seconds(30))
        try lock()
        let waiting = Task { try await patient.settle([Trade.order(player, "a")])[0].verdict }
        await #expect(throws: DatabaseBusy.self) { try await database.settle([Trade.order(player, "b")]) }
        try unlock()
        #expect(try await waiting.value == .sold(number: 1))
    }

    private func lock() throws {
        try other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
    }

    private func unlock() throws {
        try other.writeWithoutTransaction { try $0.rollback() }
    }
}
