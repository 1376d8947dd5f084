package import ShelfDatabase
import ShelfModel

/// The promises that every database must keep. Each one is tested with a fresh database.
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
        DatabaseContract("chains follow each other, and the first to follow one stays") { database in
            for store in ["main", "other"] { _ = try await database.create(Records.store(store)) }
            let first = Records.chain(1, epoch: 2000, secret: true)
            let (second, third) = (Records.chain(2, after: 1, epoch: 1000), Records.chain(3, after: 2, epoch: 1000))
            for chain in [first, second, third] {
                try expect(await database.add(chain) == chain, "a chain that follows the last isn't taken")
            }
            for (late, there) in [(nil, first), (1, second), (2, third), (9, first)] as [(UInt8?, StoredChain)] {
                let other = Records.chain(7, after: late, epoch: 5000)
                try expect(await database.add(other) == there, "a chain has two successors")
            }
            try expect(await database.chains(of: "main") == [first, second, third], "chains are lost or unordered")
            try expect(await database.chains(of: "other").isEmpty, "another store's chains show")
            let others = Records.chain(8, epoch: 2000, of: "other")
            try expect(await database.add(others) == others, "another store has no first chain of its own")
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
                isKept(await database.listings(of: "main", endingAfter: .distantPast), as: publication.drawn),
                "the listings are not what was drawn")
        },
        DatabaseContract("a second publication of a minute is refused and leaves nothing behind") { database in
            _ = try await database.create(Records.store)
            let first = Records.publication(minute: 10, positions: [0])
            _ = try await database.publish([first])
            for previous in [nil, first.window.head()] {
                let second = Records.publication(minute: 10, positions: [1], after: previous)
                try expect(await database.publish([second]) == ["main"], "the second publication was taken")
            }
            try expect(
                isKept(await database.listings(of: "main", endingAfter: .distantPast), as: first.drawn),
                "half of the refused publication was kept")
        },
        DatabaseContract("what was made from another window than the newest is refused whole") { database in
            _ = try await database.create(Records.store)
            let (first, second) = (Records.publication(minute: 10, positions: [0]), Records.next(11, [0], after: 10))
            try expect(
                await database.publish([second]) == ["main"], "a window that nobody has was gone on from")
            _ = try await database.publish([first])
            let wrong = WindowHead(sequence: 10, digest: "another")
            let overlapping = Records.publication(minute: 12, positions: [0], startMs: 630_000)
            for other in [
                overlapping, Records.publication(minute: 11, positions: [1], after: wrong),
                Records.next(11, [1], after: 9),
                Records.next(9, [1], after: 10),
            ] {
                try expect(await database.publish([other]) == ["main"], "it was taken: \(other)")
            }
            try expect(await database.publish([second]).isEmpty, "what was made from the newest was refused")
            try expect(
                isKept(await database.listings(of: "main", endingAfter: .distantPast), as: first.drawn + second.drawn),
                "listings of a refused publication were kept")
        },
        DatabaseContract("a listing that has been drawn is not drawn again") { database in
            _ = try await database.create(Records.store)
            let first = Records.publication(minute: 10, positions: [0])
            _ = try await database.publish([first])
            let again = Records.publication(minute: 11, positions: [0], startMs: 600_000, after: first.window.head())
            try expect(await database.publish([again]) == ["main"], "the same listing was taken twice")
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
            let (before, listing) = (end - .milliseconds(1), publication.drawn[0].listing)
            let spans = [
                (listing.start - .milliseconds(1), end, [listing]), (listing.start, end, [listing]),
                (before, end, [listing]), (end, end, []), (before, before, []),
                (listing.start - .milliseconds(1), listing.start, []),
            ]
            for (after, last, found) in spans {
                try expect(
                    await database.pastListings(of: "main", endingAfter: after, notAfter: last) == found,
                    "what was shown is not what ended in that time")
            }
        },
        DatabaseContract("listings are found by the time in which they were shown") { database in
            for store in ["main", "other"] { _ = try await database.create(Records.store(store)) }
            let publication = Records.publication(minute: 10, positions: [0, 1])
            _ = try await database.publish([publication])
            let shown = publication.drawn
            let (start, end) = (shown[0].start, shown[0].end)
            for (span, found) in [
                (start..<end, shown), (end - .milliseconds(1)..<end + .hours(1), shown),
                (.distantPast..<start + .milliseconds(1), shown), (.distantPast..<start, []),
                (end..<Instant.distantFuture, []),
            ] {
                try expect(
                    isFound(await database.listings(of: "main", touching: span), as: found),
                    "what is found is not what was shown")
            }
            try expect(
                await database.listings(of: "other", touching: start..<end).isEmpty, "another store's listings show")
        },
        DatabaseContract("the newest windows come first") { database in
            _ = try await database.create(Records.store)
            try await Records.publish([10, 11, 12], on: database)
            try expect(
                await database.newestWindows(of: "main", limit: 2).map(\.sequence) == [12, 11], "windows are unordered")
            let (head, newest) = try await (database.head(of: "main"), database.newestWindows(of: "main", limit: 1))
            try expect(head == newest.first?.head(), "the head is not the newest window's")
            try expect(await database.head(of: "other") == nil, "a store without windows has a head")
        },
        DatabaseContract("pruning forgets what has ended and nothing else") { database in
            _ = try await database.create(Records.store)
            try await Records.publish([10, 11], on: database)
            for chain in [Records.chain(1, epoch: 1000), Records.chain(2, after: 1, epoch: 500_000)] {
                _ = try await database.add(chain)
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
        DatabaseContract("what the next is compared with is never forgotten") { database in
            _ = try await database.create(Records.store)
            try await Records.publish([10, 11], on: database)
            for chain in [Records.chain(1, epoch: 1000), Records.chain(2, after: 1, epoch: 301_000)] {
                _ = try await database.add(chain)
            }
            try await database.prune(
                store: "main", windows: .distantFuture, listings: .distantFuture, chains: .distantFuture)
            try expect(await database.newestWindows(of: "main", limit: 9).map(\.sequence) == [11], "wrong windows")
            try expect(await database.chains(of: "main").map(\.id) == [Records.bytes(2, 16)], "wrong chains")
            for previous in [nil, 1] as [UInt8?] {
                let late = try await database.add(Records.chain(3, after: previous, epoch: 5000))
                try expect(late.id == Records.bytes(2, 16), "a chain that is forgotten has another successor")
            }
            try expect(
                await database.publish([Records.publication(minute: 12, positions: [0])]) == ["main"],
                "a store begins anew")
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

/// Whether listings are kept whole: with the sealed card, and with the card itself unless the database is sealed.
func isKept(_ read: [StoredListing], as drawn: [StoredListing]) -> Bool {
    read == drawn || read == drawn.map { $0.with(card: []) }
}

/// Whether listings are read with the card, or with the sealed card where only that is kept.
func isFound(_ read: [StoredListing], as drawn: [StoredListing]) -> Bool {
    read == drawn.map(\.unsealed) || read == drawn.map { $0.with(card: []) }
}

enum Records {
    static let store = store("main")

    static func store(_ id: String) -> StoredStore {
        StoredStore(
            id: id, signingSeed: bytes(1, 32), scheduleSeed: bytes(2, 32), cardBytes: 256,
            createdAt: Instant(milliseconds: 1_800_000_000_123))
    }

    static func bytes(_ value: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: value, count: count) }

    /// Makes a chain whose id repeats one byte sixteen times.
    static func chain(
        _ id: UInt8, after previous: UInt8? = nil, epoch: Int64, secret: Bool = false, of store: String = "main"
    ) -> StoredChain {
        StoredChain(
            id: bytes(id, 16), previous: previous.map { bytes($0, 16) }, store: store,
            epoch: Instant(milliseconds: epoch), slots: 300, lead: .milliseconds(300),
            appSecret: secret ? bytes(7, 32) : nil, spacing: 300, checkpoints: bytes(id, 64))
    }

    /// Publishes a window for each of the minutes, each based on the previous one.
    static func publish(_ minutes: [Int], on database: any ShelfDatabase) async throws {
        var previous: WindowHead?
        for minute in minutes {
            let publication = publication(minute: minute, positions: [0], after: previous)
            _ = try await database.publish([publication])
            previous = publication.window.head()
        }
    }

    /// Makes a publication that is based on the window that ``publication(minute:positions:startMs:after:of:)`` makes
    /// for another minute and position 0.
    static func next(_ minute: Int, _ positions: [Int], after previous: Int) -> Publication {
        publication(
            minute: minute, positions: positions, after: publication(minute: previous, positions: [0]).window.head())
    }

    /// Makes a publication with the window of `minute`, and at each position a listing that lasts a minute and starts
    /// at `startMs` or, without it, at `minute`.
    static func publication(
        minute: Int, positions: [Int], startMs: Int64? = nil, after previous: WindowHead? = nil,
        by version: Int64? = nil, of store: String = "main"
    ) -> Publication {
        let issuedAt = Instant(milliseconds: Int64(minute) * 60_000)
        let drawn = positions.map { position in
            StoredListing(
                listing: Listing(
                    position: position, start: startMs.map(Instant.init(milliseconds:)) ?? issuedAt, seconds: 60,
                    item: "star"),
                revision: 0, chain: bytes(1, 16), slot: minute, card: bytes(UInt8(position), 256),
                sealed: bytes(UInt8(position), 288))
        }
        return Publication(
            previous: previous, version: version,
            window: StoredWindow(
                store: store, sequence: Int64(minute), issuedAt: issuedAt, digest: "d\(minute)\(positions)",
                bytes: bytes(UInt8(minute), 1000)),
            drawn: drawn, editionsLeft: EditionsLeft(sold: ["star": 3]))
    }
}
