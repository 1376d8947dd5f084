import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfSQLite
import ShelfEngine
import ShelfTesting
import ShelfWire
import Testing

struct PublisherTests {
    @Test func `each minute a store has one more window, linked to the one before`() async throws {
        let (server, time) = try await started()
        var witness = try await Witness(store: "main", client: server.client)
        for minute in 0..<30 {
            await server.advance(to: Fixtures.start + .minutes(minute))
            try await witness.look(at: server.client)
        }
        #expect(witness.windows.count == 30)
        #expect(witness.windows[0].header.previous == WindowHeader.noPrevious)
        for (before, after) in zip(witness.windows, witness.windows.dropFirst()) {
            #expect(after.header.previous == before.digest)
            #expect(after.header.sequence == before.header.sequence + 1)
        }
        #expect(time.now == Fixtures.start + .minutes(29))
    }

    @Test func `a listing that has been published never changes`() async throws {
        let (server, _) = try await started()
        var witness = try await Witness(store: "bazaar", client: server.client, secret: Fixtures.appSecret)
        var seen: [CardSeal: [UInt8]] = [:]
        for minute in 0..<60 {
            await server.advance(to: Fixtures.start + .minutes(minute))
            for listing in try await witness.look(at: server.client).listings {
                #expect(seen[listing.seal] ?? listing.record.sealed == listing.record.sealed)
                seen[listing.seal] = listing.record.sealed
            }
        }
        #expect(seen.count > 100)
    }

    @Test func `a restart in the middle of a window serves the same bytes`() async throws {
        let (server, _) = try await started()
        await server.advance(to: Fixtures.start + .seconds(90))
        let before = try await server.client.send("/v1/stores/main/window").body
        try await server.restart()
        #expect(try await server.client.send("/v1/stores/main/window").body == before)
    }

    @Test func `restarts change nothing of what is published`() async throws {
        let (steady, _) = try await started()
        let (restarted, _) = try await started()
        for minute in 1..<40 {
            let instant = Fixtures.start + .minutes(minute) + .seconds(minute)
            await steady.advance(to: instant)
            await restarted.advance(to: instant)
            if minute % 3 == 0 { try await restarted.restart() }
        }
        let windows = try await [steady, restarted].asyncMap { try await $0.client.send("/v1/stores/main/window").body }
        let publicKey = try await Witness(store: "main", client: steady.client).publicKey
        let listings = try windows.map {
            try WindowFile(reading: $0, expecting: .init(store: "main", publicKey: publicKey)).listings.map(\.seal)
        }
        #expect(listings[0].map(\.slot) == listings[1].map(\.slot))
        #expect(listings[0].map(\.seconds) == listings[1].map(\.seconds))
    }

    @Test func `after a halt of an hour the schedule goes on without a gap`() async throws {
        let (steady, _) = try await started()
        let (halted, time) = try await started()
        await steady.advance(to: Fixtures.start + .minutes(75))
        await halted.advance(to: Fixtures.start + .minutes(10))
        time.now = Fixtures.start + .minutes(75)
        try await halted.restart()
        var witness = try await Witness(store: "main", client: halted.client)
        var steadyWitness = try await Witness(store: "main", client: steady.client)
        let window = try await witness.look(at: halted.client)
        let expected = try await steadyWitness.look(at: steady.client)
        #expect(window.header.issuedAt == Fixtures.start + .minutes(75))
        #expect(window.listings.map(\.seal) == expected.listings.map(\.seal))
        #expect(window.header.previous != expected.header.previous)
    }

    @Test func `windows stay right across midnight and across the hand-over of key chains`() async throws {
        let (server, _) = try await started()
        var witness = try await Witness(store: "main", client: server.client)
        var chains: Set<ChainID> = []
        for quarter in 0..<(30 * 4) {
            await server.advance(to: Fixtures.start + .minutes(quarter * 15))
            let window = try await witness.look(at: server.client)
            chains.formUnion(window.header.chains.map(\.id))
            let now = Fixtures.start + .minutes(quarter * 15)
            for listing in window.listings where listing.start <= now { #expect(witness.card(of: listing) != nil) }
        }
        #expect(chains.count >= 2)
    }

    @Test func `the next chain stands in windows before its first slot is needed`() async throws {
        let (server, _) = try await started()
        var witness = try await Witness(store: "main", client: server.client)
        let handOver = try await witness.look(at: server.client).header.chains[0].end
        await server.advance(to: handOver - .minutes(14))
        #expect(try await witness.look(at: server.client).header.chains.count == 1)
        await server.advance(to: handOver - .minutes(11))
        #expect(try await witness.look(at: server.client).header.chains.count == 2)
        for minute in -9..<8 {
            await server.advance(to: handOver + .minutes(minute))
            let window = try await witness.look(at: server.client)
            for listing in window.listings where listing.start <= window.header.issuedAt {
                #expect(witness.card(of: listing) != nil)
            }
        }
        #expect(witness.windows.last?.header.chains.count == 1)
    }

    @Test func `a catalogue edited between two starts leaves published prices and names alone`() async throws {
        let (server, _) = try await started()
        await server.advance(to: Fixtures.start + .minutes(3))
        server.configuration.content.catalogue = Fixtures.catalogue(price: 90_000, name: "Edited")
        try await server.restart()
        let edited = Fixtures.start + .minutes(3) + StorePublisher.horizon
        var witness = try await Witness(store: "bazaar", client: server.client, secret: Fixtures.appSecret)
        var (old, new) = (0, 0)
        for minute in 3..<30 {
            await server.advance(to: Fixtures.start + .minutes(minute))
            for listing in try await witness.look(at: server.client).listings {
                let opened = witness.card(of: listing)
                let card = try #require(opened)
                #expect(card.name.hasPrefix("Edited") == (listing.start >= edited))
                #expect((card.price >= 90_000) == (listing.start >= edited))
                if listing.start >= edited { new += 1 } else { old += 1 }
            }
        }
        #expect(old > 0 && new > 0)
    }

    @Test func `positions can be added and taken away between two starts`() async throws {
        let (server, _) = try await started()
        await server.advance(to: Fixtures.start + .minutes(2))
        for positions in [7, 2, 4] {
            server.configuration.content.stores[0] = Fixtures.sealedStore(positions: positions)
            try await server.restart()
            await server.advance(to: server.time.now + .minutes(20))
            var witness = try await Witness(store: "main", client: server.client)
            #expect(try await witness.look(at: server.client).header.positions == positions)
        }
    }

    @Test func `another lead begins with the next key chain`() async throws {
        let (server, _) = try await started()
        server.configuration.content.stores[0].lead = .milliseconds(500)
        try await server.restart()
        await server.advance(to: Fixtures.start + .minutes(1))
        var witness = try await Witness(store: "main", client: server.client)
        let chain = try await witness.look(at: server.client).header.chains[0]
        #expect(chain.leadMs == 300)
        await server.advance(to: chain.end + .minutes(10))
        #expect(try await witness.look(at: server.client).header.chains.map(\.leadMs) == [500])
    }

    @Test func `windows from the future stop the start and are left alone`() async throws {
        let (server, time) = try await started()
        await server.advance(to: Fixtures.start + .hours(1))
        let window = try await server.client.send("/v1/stores/main/window").body
        time.now = Fixtures.start
        await #expect(throws: StartError.self) { try await server.restart() }
        time.now = Fixtures.start + .hours(1)
        try await server.restart()
        #expect(try await server.client.send("/v1/stores/main/window").body == window)
    }

    @Test func `another length of cards stops the start`() async throws {
        let (server, _) = try await started()
        server.configuration.content.stores[0].cardBytes = 512
        await #expect(throws: StartError.cardBytesChanged(store: "main", published: 256, configured: 512)) {
            try await server.restart()
        }
    }

    @Test func `what was sealed in another version of the wire format stops the start until it is over`() async throws {
        let (server, time) = try await started()
        let chain = try #require(server.engine.shelves["main"]?.chains.first)
        let start = Fixtures.start + .minutes(30)
        let unsalted = StoredListing(
            listing: Listing(position: 3, start: start, seconds: 90, item: "item-1"), revision: 0,
            chain: chain.id.bytes, slot: try #require(chain.slot(startingAt: start)),
            card: [UInt8](repeating: 0, count: 256), sealed: [UInt8](repeating: 0, count: 272))
        let minute = Fixtures.start + .minutes(1)
        let window = StoredWindow(
            store: "main", sequence: WindowHeader.sequence(at: minute), issuedAt: minute, digest: "", bytes: [])
        let newest = try #require(try await server.database.newestWindows(of: "main", limit: 1).first)
        let refused = try await server.database.publish([
            Publication(
                previous: newest.head(), window: window, drawn: [unsalted], editionsLeft: EditionsLeft())
        ])
        #expect(refused.isEmpty)
        time.now = minute
        await #expect(
            throws: StartError.otherWireFormat(store: "main", until: Fixtures.start + .minutes(32), now: minute)
        ) { try await server.restart() }
        time.now = Fixtures.start + .minutes(32)
        try await server.restart()
    }

    @Test func `nothing is published before the earliest true time has reached its minute`() async throws {
        let (server, time) = try await started(uncertaintyUs: 50_000)
        let first = WindowHeader.sequence(at: Fixtures.start)
        time.now = Fixtures.start + .minutes(1) + .milliseconds(49)
        await server.engine.publisher.publish(earliest: time.timeline.earliest)
        #expect(server.engine.shelves["main"]?.windows.first?.sequence == first)
        time.now = Fixtures.start + .minutes(1) + .milliseconds(50)
        await server.engine.publisher.publish(earliest: time.timeline.earliest)
        #expect(server.engine.shelves["main"]?.windows.first?.sequence == first + 1)
    }

    @Test func `issued windows lie in the published folder, byte for byte, and nothing else does`() async throws {
        let (server, _) = try await started()
        await server.advance(to: Fixtures.start + .minutes(5))
        let root = server.published
        let newest = try Data(contentsOf: root.appending(path: "v1/stores/main/window"))
        #expect(try await server.client.send("/v1/stores/main/window").body == Array(newest))
        let names = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
        let files = names.filter { !FileManager.default.isFolder(root.appending(path: $0).path) }
        #expect(files.count == 2 * (1 + 6))
        for file in files {
            let bytes = try Data(contentsOf: root.appending(path: file))
            #expect(bytes.starts(with: Array("SHELFLF2".utf8)))
        }
    }

    @Test func `a window that could not be put into the folder is put there when it can`() async throws {
        let (server, time) = try await started()
        let windows = server.published.appending(path: "v1/stores/main/windows")
        let aside = server.published.appending(path: "aside")
        try FileManager.default.moveItem(at: windows, to: aside)
        try Data().write(to: windows)
        time.now = Fixtures.start + .minutes(1)
        #expect(await server.engine.publisher.publish(earliest: time.now) == false)
        let degraded = try await server.client.send("/readyz")
        #expect(
            (degraded.status, degraded.text)
                == (200, "ready\ndegraded: windows that couldn't be written to the published folder: 1; see the log\n"))
        let served = try await server.client.send("/v1/stores/main/window").body
        #expect(try Data(contentsOf: server.published.appending(path: "v1/stores/main/window")) != Data(served))
        let other = try await server.client.send("/v1/stores/bazaar/window").body
        #expect(try Data(contentsOf: server.published.appending(path: "v1/stores/bazaar/window")) == Data(other))
        try FileManager.default.removeItem(at: windows)
        try FileManager.default.moveItem(at: aside, to: windows)
        #expect(await server.engine.publisher.publish(earliest: time.now + .seconds(5)))
        #expect(try await server.client.send("/readyz").text == "ready\n")
        let number = WindowHeader.sequence(at: time.now)
        for name in ["window", "windows/\(number)"] {
            let file = server.published.appending(path: "v1/stores/main/\(name)")
            #expect(try Data(contentsOf: file) == Data(served))
        }
    }

    @Test func `windows older than two hours are forgotten, younger ones are served`() async throws {
        let (server, _) = try await started()
        await server.advance(to: Fixtures.start + .hours(4))
        let newest = WindowHeader.sequence(at: Fixtures.start + .hours(4))
        #expect(try await server.client.send("/v1/stores/main/windows/\(newest - 100)").status == 200)
        #expect(try await server.client.send("/v1/stores/main/windows/\(newest - 200)").status == 404)
    }

    @Test func `two servers on one database serve the same bytes`() async throws {
        let database = try SQLiteDatabase.inMemory()
        let (one, two) = (
            try await VirtualServer(
                configuration: Fixtures.configuration(), database: database, time: ManualTimeline(at: Fixtures.start)),
            try await VirtualServer(
                configuration: Fixtures.configuration(), database: database, time: ManualTimeline(at: Fixtures.start),
                seed: 2)
        )
        for minute in 0..<20 {
            let (first, second) = minute.isMultiple(of: 2) ? (one, two) : (two, one)
            await first.advance(to: Fixtures.start + .minutes(minute))
            await second.advance(to: Fixtures.start + .minutes(minute))
            let path = "/v1/stores/main/window"
            #expect(try await one.client.send(path).body == two.client.send(path).body)
        }
    }

    @Test func `a database that fails loses nothing, and publishing goes on when it is back`() async throws {
        let faults = DatabaseFaults()
        let time = ManualTimeline(at: Fixtures.start)
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase.inMemory(faults: faults.hook),
            time: time)
        var witness = try await Witness(store: "main", client: server.client)
        let first = try await witness.look(at: server.client)
        faults.writing = true
        await server.advance(to: Fixtures.start + .minutes(2))
        #expect(try await server.client.send("/v1/stores/main/window").body == first.bytes)
        #expect(try await server.client.send("/readyz").status == 503)
        faults.writing = false
        time.now = Fixtures.start + .minutes(3)
        await server.engine.publisher.publish(earliest: time.now)
        let next = try await witness.look(at: server.client)
        #expect(next.header.previous == first.digest)
        #expect(next.header.issuedAt == Fixtures.start + .minutes(3))
        #expect(try await server.client.send("/readyz").status == 200)
    }

    private func started(uncertaintyUs: Int64 = 0) async throws -> (VirtualServer, ManualTimeline) {
        let time = ManualTimeline(at: Fixtures.start, uncertaintyUs: uncertaintyUs)
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase.inMemory(), time: time)
        return (server, time)
    }
}

extension FileManager {
    fileprivate func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
