import Crypto
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

/// Somebody who records every byte that leaves the server, hour after hour, and tries to know an item early.
struct AdversaryTests {
    @Test func `a key that is given out a second early is noticed`() async throws {
        let server = try await started()
        let adversary = try await Adversary(server)
        try await adversary.ask()
        let chain = try #require(server.engine.shelves["main"]?.chains.first)
        let early = try #require(
            server.engine.keyring.newest(of: chain.id, earliest: server.time.now + .seconds(61)))
        adversary.take(early)
        adversary.tryToOpen()
        #expect(!adversary.early.isEmpty)
    }

    @Test
    func `in an hour of all that leaves the server no key and no card can be known before its release`() async throws {
        let server = try await started()
        let adversary = try await Adversary(server)
        try await adversary.listen()
        for second in 0..<3600 {
            try await adversary.hear(await server.advance(to: server.time.now + .seconds(1)))
            if second % 20 == 0 { try await adversary.ask() }
            adversary.tryToOpen()
        }
        #expect(adversary.early.isEmpty)
        #expect(adversary.opened.count > 60)
        #expect(adversary.attempts > 100_000)
        #expect(adversary.listingsCounted > 100)
        #expect(adversary.legacyListings > 1000)
        #expect(!adversary.opened.contains { $0.store == "bazaar" })
    }

    @Test func `what is withdrawn is named by nothing that leaves the server before its key is public`() async throws {
        let server = try await started()
        let adversary = try await Adversary(server)
        try await adversary.ask()
        try await adversary.listen()
        for second in 0..<1200 {
            try await adversary.hear(await server.advance(to: server.time.now + .seconds(1)))
            if second % 60 == 30 {
                // An item that comes in some minutes, in turn in each of the stores.
                let coming = try #require(server.engine.shelves[second % 120 == 30 ? "main" : "bazaar"]).listings.values
                    .filter { $0.start > server.time.now + .minutes(2) }
                let item = try #require(coming.min { ($0.start, $0.position) < ($1.start, $1.position) }).listing.item
                let goods: WithdrawalOrder.Goods = second == 630 ? .store("bazaar") : .item(item, store: nil)
                let order = WithdrawalOrder(
                    goods: goods, reason: "x", by: "anna", key: "\(second)", at: server.time.now)
                _ = try await server.database.withdraw(order) { _ in nil }
                let told = try await server.engine.notices.refresh(earliest: server.time.timeline.earliest)
                try await adversary.hear(Dictionary(uniqueKeysWithValues: told.map { ($0, 1) }))
            }
            if second % 20 == 0 { try await adversary.ask() }
            adversary.tryToOpen()
        }
        #expect(adversary.early == [])
        #expect(adversary.named > 50)
    }

    @Test
    func `what is replaced or drawn anew is known by nothing that leaves the server before its key is public`()
        async throws
    {
        let server = try await started()
        let adversary = try await Adversary(server)
        try await adversary.ask()
        try await adversary.listen()
        for second in 0..<1200 {
            try await adversary.hear(await server.advance(to: server.time.now + .seconds(1)))
            if second % 60 == 30 {
                // In turn in each of the stores; in the prefetched one only what no window has yet.
                let (store, ahead): (String, TimeSpan) =
                    second % 120 == 30 ? ("main", .seconds(20)) : ("bazaar", .seconds(612))
                let from = server.time.now + ahead
                let coming = try #require(server.engine.shelves[store]).listings.values.filter { $0.start > from }
                let next = try #require(coming.min { ($0.start, $0.position) < ($1.start, $1.position) })
                let kind: ChangeOrder.Kind =
                    second % 360 < 120
                    ? .redraw(from: next.start)
                    : .replacement(position: next.position, start: next.start, item: "item-\(second % 50 + 1)")
                try await adversary.hear(try await server.change(store, kind, key: "\(second)"))
            }
            if second % 20 == 0 { try await adversary.ask() }
            adversary.tryToOpen()
        }
        #expect(adversary.early == [])
        #expect(adversary.replaced > 5)
        #expect(!adversary.opened.contains { $0.store == "bazaar" })
    }

    @Test
    func `a picture is named by nothing that leaves the server, and has no answer, before a card's key is public`()
        async throws
    {
        let masters = (0..<60).map { FileDigest.of([UInt8($0)]) }
        var catalogue = Fixtures.catalogue().items
        for index in catalogue.indices { catalogue[index].master = masters[index % masters.count] }
        let database = try SQLiteDatabase.inMemory()
        let maker = PictureMaker(
            book: PictureBook(database: database), database: database, work: .temporary,
            timeline: ManualTimeline(at: Fixtures.start).timeline, randomness: .system)
        for (number, master) in masters.enumerated() {
            let variant = PreparedPicture.Variant(width: 96, bytes: Array("picture \(number)".utf8))
            _ = try await maker.store(PreparedPicture(variants: [variant], thumbHash: .longest), of: master)
        }
        let server = try await started(catalogue: Catalogue(catalogue), stores: ["main"], database: database)
        let adversary = try await Adversary(server)
        try await adversary.listen()
        var (hidden, shown) = (0, 0)
        for second in 0..<1800 {
            try await adversary.hear(await server.advance(to: server.time.now + .seconds(1)))
            guard second % 20 == 0 else { continue }
            try await adversary.ask()
            adversary.tryToOpen()
            let known = Set(adversary.cards.compactMap(\.picture?.name))
            for master in masters {
                let picture = try #require(server.engine.pictures.picture(of: master))
                let name = Base64URL.encode(picture.picture.name)
                let answer = try await server.client.send("/v1/pictures/\(name)/96.webp")
                #expect((answer.status == 200) == known.contains(name), "\(name) at \(second) s: \(answer.status)")
                if known.contains(name) {
                    shown += 1
                } else {
                    hidden += 1
                    for form in [picture.picture.name, Array(name.utf8)] {
                        #expect(!adversary.recorded.contains { Data($0).range(of: Data(form)) != nil })
                    }
                }
            }
            adversary.forgetRecords()
        }
        #expect(hidden > 1000 && shown > 1000)
    }

    @Test func `with the app secret a prefetched store opens, and without it nothing of it ever does`() async throws {
        let server = try await started()
        let without = try await Adversary(server)
        let with = try await Adversary(server, secret: Fixtures.appSecret)
        for _ in 0..<10 {
            await server.advance(to: server.time.now + .minutes(1))
            for adversary in [with, without] {
                try await adversary.ask()
                adversary.tryToOpen()
            }
        }
        #expect(!without.opened.contains { $0.store == "bazaar" })
        #expect(with.opened.contains { $0.store == "bazaar" })
    }

    @Test func `the app secret and the server's secrets are in no answer`() async throws {
        let server = try await started()
        let adversary = try await Adversary(server)
        try await adversary.listen()
        for _ in 0..<20 {
            try await adversary.hear(await server.advance(to: server.time.now + .minutes(1)))
            try await adversary.ask()
        }
        let store = try #require(await server.database.store("main"))
        let chains = try await server.database.chains(of: "main")
        let secrets =
            [Fixtures.appSecret.bytes, store.signingSeed, store.scheduleSeed]
            + chains.map { Array($0.checkpoints.suffix(32)) }
        for secret in secrets {
            for form in [secret, Array(Base64URL.encode(secret).utf8), Array(Hex.encode(secret).utf8)] {
                #expect(!adversary.recorded.contains { Data($0).range(of: Data(form)) != nil })
            }
        }
    }

    @Test
    func `a restored copy that draws other items under the same names gives nothing of either away`() async throws {
        let (once, again) = (try await drawn(Fixtures.catalogue()), try await drawn(Fixtures.catalogue(name: "Thing")))
        #expect(once.count > 30 && once.map(\.start) == again.map(\.start))
        for (one, other) in zip(once, again) {
            try #require((one.chain, one.slot, one.position) == (other.chain, other.slot, other.position))
            let texts = Self.difference(one.card, other.card)
            let sealed = Self.difference(Self.ciphertext(one), Self.ciphertext(other))
            #expect(texts.contains { $0 != 0 } && sealed != texts)
        }
    }

    @Test func `a restored copy that draws the same items seals them to the same bytes`() async throws {
        let (once, again) = (try await drawn(Fixtures.catalogue()), try await drawn(Fixtures.catalogue()))
        #expect(once.count > 30 && once == again)
    }

    /// What a copy of one and the same server draws and seals in five minutes from this catalogue.
    private func drawn(_ catalogue: Catalogue) async throws -> [StoredListing] {
        let server = try await started(catalogue: catalogue)
        await server.advance(to: server.time.now + .minutes(5))
        return try await server.database.listings(of: "main", endingAfter: .distantPast)
    }

    /// Between the 16 bytes of the salt and the 16 bytes of the tag.
    private static func ciphertext(_ listing: StoredListing) -> [UInt8] {
        Array(listing.sealed.dropFirst(16).dropLast(16))
    }

    private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { zip(left, right).map { $0 ^ $1 } }

    @Test func `how long a window and its records are doesn't depend on what is inside`() async throws {
        let long = Fixtures.catalogue(name: String(repeating: "A very long name ", count: 6))
        var lengths: [[Int]] = []
        for catalogue in [Fixtures.catalogue(price: 1, name: "x"), long] {
            let server = try await started(catalogue: catalogue)
            await server.advance(to: server.time.now + .minutes(5))
            var witness = try await Witness(store: "main", client: server.client)
            let window = try await witness.look(at: server.client)
            lengths.append([window.bytes.count] + window.listings.map(\.record.sealed.count))
        }
        #expect(lengths[0] == lengths[1])
    }

    private func started(
        catalogue: Catalogue = Fixtures.catalogue(), stores: Set<String> = ["main", "bazaar"],
        database: SQLiteDatabase? = nil
    ) async throws -> VirtualServer {
        var configuration = Fixtures.configuration(catalogue: catalogue)
        configuration.content.stores.removeAll { !stores.contains($0.id) }
        for index in configuration.content.stores.indices { configuration.content.stores[index].sale.stock = 5 }
        let anna = AdminToken.made(named: "anna", scopes: Set(AdminScope.allCases)).kept
        configuration.settings.admins = [Adversary.owner, .auditor, anna]
        configuration.settings.desk = DeskSettings()
        configuration.settings.legacy["bazaar"] = LegacySettings(
            key: Fixtures.legacyKey, names: LegacyNames([.chain: "chain", .slot: "slot"]))
        // The adversary asks everything at one instant.
        configuration.settings.limits = LimitSettings(address: 10_000)
        return try await VirtualServer(
            configuration: configuration, database: try database ?? .inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(11)))
    }
}

extension VirtualServer {
    /// Changes what a store has decided.
    ///
    /// - Returns: how many pieces with notices were pushed for each store.
    fileprivate func change(_ store: String, _ kind: ChangeOrder.Kind, key: String) async throws -> [String: Int] {
        let order = ChangeOrder(store: store, kind: kind, reason: "x", by: "anna", key: key, at: time.now)
        do {
            _ = try await engine.publisher.change(order, timeline: time.timeline) { _ in nil }
        } catch is ChangeRefusal {
            return [:]
        }
        let told = try await engine.notices.refresh(earliest: time.timeline.earliest)
        return Dictionary(uniqueKeysWithValues: told.map { ($0, 1) })
    }
}

extension AdminToken {
    static let auditor = AdminToken(
        name: "ralph", hash: Array(SHA256.hash(data: Array(Adversary.auditor.utf8))), scopes: [.auditRead])
}
