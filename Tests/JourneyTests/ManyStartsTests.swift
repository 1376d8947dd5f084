import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// A server that is killed, restored and changed again and again: a hundred times, or as often as `SHELFLIFE_STARTS`
/// says.
@Suite(.timeLimit(.minutes(30))) struct `Many starts` {
    private static let starts = ProcessInfo.processInfo.environment["SHELFLIFE_STARTS"].flatMap { Int($0) } ?? 100

    @Test func `seal no two texts with the same key and nonce`() async throws {
        let life = try await HardLife(seed: 3)
        for _ in 0..<Self.starts { try await life.goOn() }
        #expect(life.seals.clashes == 0)
        #expect(life.seals.count > 10 * Self.starts)
        #expect(life.changes > Self.starts / 10 && life.contents > Self.starts / 10 && life.restores > 0)
        #expect(life.seals.revised > Self.starts / 2)
    }

    @Test func `a second text under the same key and nonce is noticed`() throws {
        var seals = SealedTexts()
        func listing(_ card: UInt8, salt: UInt8) -> StoredListing {
            StoredListing(
                listing: Listing(position: 1, start: Fixtures.start, seconds: 60, item: "a"), revision: 0,
                chain: [UInt8](repeating: 1, count: 16), slot: 5, card: [card],
                sealed: [UInt8](repeating: salt, count: 16) + [card])
        }
        seals.note([listing(1, salt: 1), listing(1, salt: 1), listing(2, salt: 2)])
        #expect(seals.clashes == 0)
        seals.note([listing(2, salt: 1)])
        #expect(seals.clashes == 1)
    }
}

/// Every card that was sealed, by what its key and its nonce are made from.
private struct SealedTexts {
    private struct KeyAndNonce: Hashable {
        let chain: [UInt8]
        let slot: Int
        let position: Int
        let revision: Int
        let salt: [UInt8]
    }

    private var texts: [KeyAndNonce: [UInt8]] = [:]
    private(set) var clashes = 0
    private(set) var revised = 0

    var count: Int { texts.count }

    mutating func note(_ listings: [StoredListing]) {
        for listing in listings where !listing.sealed.isEmpty {
            let name = KeyAndNonce(
                chain: listing.chain, slot: listing.slot, position: listing.position, revision: listing.revision,
                salt: Array(listing.sealed.prefix(16)))
            let known = texts.updateValue(listing.card, forKey: name)
            if known == nil, listing.revision > 0 { revised += 1 }
            if let known, known != listing.card { clashes += 1 }
        }
    }
}

/// A server whose operators change everything, and whose machine fails all the time.
private final class HardLife {
    private let folder: TemporaryFolder
    private let server: VirtualServer
    private var random: SplitMix64
    private var file = "0.sqlite"
    private var backup: String?
    private var number = 0
    private(set) var seals = SealedTexts()
    private(set) var changes = 0
    private(set) var restores = 0
    private(set) var contents = 0

    init(seed: UInt32) async throws {
        random = SplitMix64(seed: seed)
        folder = try TemporaryFolder()
        server = try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase(path: folder.file("0.sqlite")),
            time: ManualTimeline(at: Fixtures.start))
    }

    /// Does one of the things that happen, and starts the server again.
    func goOn() async throws {
        number += 1
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1, 2: try await change()
        case 3, 4: try await putOtherContent()
        case 5: try keepBackup()
        case 6: try restore()
        default: break
        }
        let seconds = Int64.random(in: 1...180, using: &random)
        await server.advance(to: server.time.now + .seconds(seconds))
        try await noteSeals()
        try await server.restart()
        try await noteSeals()
    }

    private func noteSeals() async throws {
        for store in ["main", "bazaar"] {
            seals.note(try await server.database.listings(of: store, endingAfter: server.time.now))
        }
    }

    private func change() async throws {
        let store = Bool.random(using: &random) ? "main" : "bazaar"
        let coming = server.engine.shelves[store]?.listings.values.filter { $0.start > server.time.now + .minutes(11) }
        let listing = coming?.min { ($0.start, $0.position) < ($1.start, $1.position) }
        var kind = ChangeOrder.Kind.redraw(from: server.time.now + .minutes(Int64.random(in: 0...15, using: &random)))
        if let listing, Bool.random(using: &random) {
            let item = "item-\(Int.random(in: 0..<300, using: &random))"
            kind = .replacement(position: listing.position, start: listing.start, item: item)
        }
        let order = ChangeOrder(
            store: store, kind: kind, reason: "x", by: "anna", key: "\(number)", at: server.time.now)
        do {
            _ = try await server.engine.publisher.change(order, timeline: server.time.timeline) { _ in nil }
            changes += 1
        } catch is ChangeRefusal {}
        try await noteSeals()
    }

    private func putOtherContent() async throws {
        server.configuration.content.catalogue = Fixtures.catalogue(price: Int64(number), name: "Item \(number)")
        try await server.putContentInForce()
        contents += 1
    }

    private func keepBackup() throws {
        let name = "backup-\(number)"
        _ = try SQLiteBackup.write(folder.file(file), to: folder.file(name))
        backup = name
    }

    /// Puts back the last backup, or a copy of its file, which bears no mark.
    private func restore() throws {
        guard let backup else { return }
        file = "\(number).sqlite"
        if Bool.random(using: &random) {
            _ = try SQLiteBackup.restore(folder.file(backup), to: folder.file(file), at: server.time.now)
        } else {
            try FileManager.default.copyItem(
                atPath: folder.file("\(backup)/\(SQLiteBackup.file)"), toPath: folder.file(file))
            // Nothing shows that it was put back, so the server goes on from it.
            try? FileManager.default.removeItem(at: server.published.appending(path: "v1"))
        }
        server.database = try SQLiteDatabase(path: folder.file(file))
        restores += 1
    }
}
