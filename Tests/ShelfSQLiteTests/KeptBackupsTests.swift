import Foundation
import ShelfModel
import ShelfSQLite
import ShelfTesting
import Testing

@Suite struct `Backups that are kept by number` {
    private let folder: TemporaryFolder
    private var backups: String { folder.file("backups") }

    init() throws { folder = try TemporaryFolder() }

    /// Backs up as `--keep` does, or fails to.
    private func backUp(isPossible: Bool = true, keeping count: Int = 2, at instant: Instant) throws {
        struct DiskIsDead: Error {}
        _ = try? KeptBackups(in: backups, keeping: count).makeNext(at: instant) { backup in
            try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: false)
            try Data("half".utf8).write(to: URL(filePath: "\(backup)/\(SQLiteBackup.file).part"))
            guard isPossible else { throw DiskIsDead() }
            try Data("all".utf8).write(to: URL(filePath: "\(backup)/\(SQLiteBackup.digestFile)"))
        }
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: backups).sorted() }
    }

    @Test func `stay as many as were asked for, beside the newest`() throws {
        for hour in 0..<5 { try backUp(at: Trade.noon + .hours(Int64(hour))) }
        #expect(try names == ["2027-01-15T100000Z", "2027-01-15T110000Z", "2027-01-15T120000Z"])
    }

    @Test func `stay for as long as no other can be made, and what was broken off goes`() throws {
        for hour in 0..<3 { try backUp(at: Trade.noon + .hours(Int64(hour))) }
        for hour in 50..<60 { try backUp(isPossible: false, at: Trade.noon + .hours(Int64(hour))) }
        #expect(try names == ["2027-01-15T090000Z", "2027-01-15T100000Z", "2027-01-17T190000Z"])
        try backUp(keeping: 1, at: Trade.noon + .hours(60))
        #expect(try names == ["2027-01-15T100000Z", "2027-01-17T200000Z"])
    }

    @Test func `go before the next is made, so that a full disk has room again`() throws {
        for hour in 0..<3 { try backUp(at: Trade.noon + .hours(Int64(hour))) }
        try KeptBackups(in: backups, keeping: 1).makeNext(at: Trade.noon + .hours(3)) { backup in
            let left = try names
            #expect(left == ["2027-01-15T100000Z"])
            #expect(backup == "\(backups)/2027-01-15T110000Z")
        }
    }

    @Test func `are in the order in which they were made, though the clock went back`() throws {
        for hours in [900, 0, 1, 2] { try backUp(keeping: 1, at: Trade.noon + .hours(Int64(hours))) }
        #expect(try names == ["2027-02-21T200002Z", "2027-02-21T200003Z"])
    }

    @Test(arguments: ["before-the-sale", "2027-01-15", "2027-01-15T08:00:00Z", "2027-13-15T080000Z"])
    func `take no other's place`(name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(backups)/\(name)", withIntermediateDirectories: true)
        for hour in 0..<4 { try backUp(keeping: 1, at: Trade.noon + .hours(Int64(hour))) }
        #expect(try Set(names) == [name, "2027-01-15T100000Z", "2027-01-15T110000Z"])
    }

    @Test func `are made by one at a time`() throws {
        let kept = KeptBackups(in: backups, keeping: 1)
        try kept.makeNext(at: Trade.noon) { _ in
            #expect(throws: BackupError.folderAtWork(backups)) { try kept.makeNext(at: Trade.noon) { _ in } }
        }
        try kept.makeNext(at: Trade.noon) { _ in }
    }
}
