package import ShelfDatabase
import ShelfModel

/// What every database must keep. Each promise runs against a fresh one.
package struct DatabaseContract: Sendable {
    package let promise: String
    package let check: @Sendable (any ShelfDatabase) async throws -> Void

    /// A promise that was not kept.
    package struct Broken: Error, CustomStringConvertible {
        package let description: String
    }

    package static let all: [DatabaseContract] = [
        DatabaseContract("a store is kept as it was first created") { database in
            let first = Records.store
            try expect(await database.store("main") == nil, "an empty database knows a store")
            try expect(await database.create(first) == first, "the first to create a store doesn't get it back")
            let second = StoredStore(
                id: "main", signingSeed: Records.bytes(9, 32), scheduleSeed: Records.bytes(8, 32), cardBytes: 512,
                createdAt: Instant(milliseconds: 5))
            try expect(await database.create(second) == first, "a second creation changes the store")
            try expect(await database.store("main") == first, "what is read is not what was created")
        },
        DatabaseContract("chains come back by epoch, and the first at an epoch stays") { database in
            _ = try await database.create(Records.store)
            let (late, early) = (Records.chain(epoch: 2000, tag: 2), Records.chain(epoch: 1000, tag: 1, secret: true))
            _ = try await database.add(late)
            _ = try await database.add(early)
            try expect(await database.add(Records.chain(epoch: 1000, tag: 3)) == early, "a second chain replaces one")
            try expect(await database.chains(of: "main") == [early, late], "chains are lost, changed or unordered")
            try expect(await database.chains(of: "other").isEmpty, "another store's chains show")
        },
        DatabaseContract("a publication is kept whole") { database in
            _ = try await database.create(Records.store)
            let publication = Records.publication(minute: 10, positions: [0, 1])
            try expect(await database.publish([publication]).isEmpty, "the first publication was refused")
            try expect(
                await database.newestWindows(of: "main", limit: 2) == [publication.window], "the window is not there")
            try expect(
                await database.window(of: "main", sequence: 10) == publication.window,
                "the window is not found by its number")
            try expect(
                await database.listings(of: "main", endingAfter: .distantPast) == publication.drawn,
                "the listings are not what was drawn")
        },
        DatabaseContract("a second publication of a minute is refused and leaves nothing behind") { database in
            _ = try await database.create(Records.store)
            let first = Records.publication(minute: 10, positions: [0])
            _ = try await database.publish([first])
            let refused = try await database.publish([Records.publication(minute: 10, positions: [1])])
            try expect(refused == ["main"], "the second publication was taken")
            try expect(
                await database.listings(of: "main", endingAfter: .distantPast) == first.drawn,
                "half of the refused publication was kept")
        },
        DatabaseContract("a listing that has been drawn is not drawn again") { database in
            _ = try await database.create(Records.store)
            _ = try await database.publish([Records.publication(minute: 10, positions: [0])])
            let refused = try await database.publish([Records.publication(minute: 11, positions: [0], start: 10)])
            try expect(refused == ["main"], "the same listing was taken twice")
            try expect(
                await database.newestWindows(of: "main", limit: 9).count == 1, "the refused window was kept")
        },
        DatabaseContract("of several publications one that is refused leaves the others alone") { database in
            for store in ["main", "other", "third"] { _ = try await database.create(Records.store(store)) }
            _ = try await database.publish([Records.publication(minute: 10, positions: [0], of: "other")])
            let several = ["main", "other", "third"].map {
                Records.publication(minute: 10, positions: [0, 1], of: $0)
            }
            try expect(await database.publish(several) == ["other"], "the wrong ones were refused")
            for (publication, count) in zip(several, [2, 1, 2]) {
                try expect(
                    await database.newestWindows(of: publication.store, limit: 9).count == 1,
                    "a window of several is missing")
                try expect(
                    await database.listings(of: publication.store, endingAfter: .distantPast).count == count,
                    "listings are not those of the publication that was taken")
            }
        },
        DatabaseContract("publications of which one can't be kept leave nothing behind") { database in
            _ = try await database.create(Records.store)
            let several = ["main", "unknown"].map { Records.publication(minute: 10, positions: [0], of: $0) }
            do {
                _ = try await database.publish(several)
                throw Broken(description: "a store that is not there was published")
            } catch let error where !(error is Broken) {}
            try expect(
                await database.newestWindows(of: "main", limit: 9).isEmpty, "half of what failed was kept")
        },
        DatabaseContract("listings are found by their end") { database in
            _ = try await database.create(Records.store)
            let publication = Records.publication(minute: 10, positions: [0])
            _ = try await database.publish([publication])
            let end = publication.drawn[0].end
            try expect(await database.listings(of: "main", endingAfter: end).isEmpty, "an ended listing shows")
            try expect(
                await database.listings(of: "main", endingAfter: end - .milliseconds(1)).count == 1,
                "a listing that has not ended is missing")
        },
        DatabaseContract("the newest windows come first") { database in
            _ = try await database.create(Records.store)
            for minute in [10, 11, 12] {
                _ = try await database.publish([Records.publication(minute: minute, positions: [0])])
            }
            try expect(
                await database.newestWindows(of: "main", limit: 2).map(\.sequence) == [12, 11], "windows are unordered")
        },
        DatabaseContract("pruning forgets what has ended and nothing else") { database in
            _ = try await database.create(Records.store)
            for minute in [10, 11] {
                _ = try await database.publish([Records.publication(minute: minute, positions: [0])])
            }
            for epoch in [1000, 500_000] {
                _ = try await database.add(Records.chain(epoch: Int64(epoch), tag: UInt8(epoch % 7)))
            }
            let minute = Instant(milliseconds: 11 * 60_000)
            try await database.prune(
                store: "main", windows: minute, listings: minute + .seconds(60), chains: Instant(milliseconds: 500_000))
            try expect(await database.newestWindows(of: "main", limit: 9).map(\.sequence) == [11], "wrong windows")
            try expect(
                await database.listings(of: "main", endingAfter: .distantPast).map(\.start) == [minute],
                "wrong listings")
            try expect(await database.chains(of: "main").map(\.epoch.milliseconds) == [500_000], "wrong chains")
        },
    ]

    init(_ promise: String, check: @escaping @Sendable (any ShelfDatabase) async throws -> Void) {
        self.promise = promise
        self.check = check
    }
}

func expect(_ kept: Bool, _ otherwise: String) throws {
    if !kept { throw DatabaseContract.Broken(description: otherwise) }
}

private enum Records {
    static let store = store("main")

    static func store(_ id: String) -> StoredStore {
        StoredStore(
            id: id, signingSeed: bytes(1, 32), scheduleSeed: bytes(2, 32), cardBytes: 256,
            createdAt: Instant(milliseconds: 1_800_000_000_123))
    }

    static func bytes(_ value: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: value, count: count) }

    static func chain(epoch: Int64, tag: UInt8, secret: Bool = false) -> StoredChain {
        StoredChain(
            id: bytes(tag, 16), store: "main", epoch: Instant(milliseconds: epoch), slots: 300,
            lead: .milliseconds(300), appSecret: secret ? bytes(7, 32) : nil, spacing: 300,
            checkpoints: bytes(tag, 64))
    }

    /// A window of `minute`, and a listing of a minute at each position from `start` (or `minute`) on.
    static func publication(
        minute: Int, positions: [Int], start: Int? = nil, of store: String = "main"
    ) -> Publication {
        let issuedAt = Instant(milliseconds: Int64(minute) * 60_000)
        let drawn = positions.map { position in
            StoredListing(
                listing: Listing(
                    position: position, start: Instant(milliseconds: Int64(start ?? minute) * 60_000), seconds: 60,
                    item: "star"),
                revision: 0, chain: bytes(1, 16), slot: minute, card: bytes(UInt8(position), 256),
                sealed: bytes(UInt8(position), 272))
        }
        return Publication(
            window: StoredWindow(
                store: store, sequence: Int64(minute), issuedAt: issuedAt, digest: "d\(minute)\(positions)",
                bytes: bytes(UInt8(minute), 1000)),
            drawn: drawn, editionsLeft: EditionsLeft(sold: ["star": 3]))
    }
}
