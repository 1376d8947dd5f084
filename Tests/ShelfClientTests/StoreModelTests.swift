import Foundation
import ShelfClient
import ShelfModel
import ShelfTesting
import ShelfWire
import Synchronization
import Testing

/// The view model over a transport that answers at once.
@MainActor @Suite(.timeLimit(.minutes(30))) struct `The view model` {
    /// A server in this process, 607 s after the store's epoch, which counts the streams that are open.
    final class Server: Sendable {
        let store = FakeStore()
        let openStreams = Mutex(0)
        let stream = Mutex<AsyncThrowingStream<StreamEvent, any Error>.Continuation?>(nil)
        let clock = ManualClock()
        let till = FakeTill()
        let otherStores = Mutex<[StoreDescription]>([])
        let isTimeKnown = Mutex(true)

        var transport: Transport {
            Transport(
                stores: { [self.store.description] + self.otherStores.withLock { $0 } },
                time: {
                    guard self.isTimeKnown.withLock({ $0 }) else { throw TransportError.unreachable("") }
                    return self.exchange()
                },
                window: { _, _ in .window(bytes: try self.store.window(minute: 10).bytes, etag: nil) },
                keys: { _ in self.keys() }, key: { _, _, slot in self.store.released(slot) },
                trade: till.transport)
        }

        func exchange() -> Exchange {
            let nowUs = clock.nowUs
            let there = (FakeStore.epoch + .seconds(607)).milliseconds * 1000 + nowUs
            return Exchange(
                sentUs: nowUs, serverReceivedUs: there, serverSentUs: there, receivedUs: nowUs, serverUncertaintyUs: 0,
                timeline: "t")
        }

        private func keys() -> AsyncThrowingStream<StreamEvent, any Error> {
            openStreams.withLock { $0 += 1 }
            let (stream, continuation) = AsyncThrowingStream<StreamEvent, any Error>.makeStream()
            continuation.onTermination = { _ in self.openStreams.withLock { $0 -= 1 } }
            continuation.yield(.key(KeyEvent(released: store.released(607), sequence: 0)))
            self.stream.withLock { $0 = continuation }
            return stream
        }

        func announce(_ event: StreamEvent) {
            _ = stream.withLock { $0?.yield(event) }
        }

        /// Releases a key. The time must have reached its slot: a key proves that, and the device believes it.
        func push(_ slot: Int) {
            _ = stream.withLock { $0?.yield(.key(KeyEvent(released: store.released(slot), sequence: 1))) }
        }
    }

    func model(_ server: Server, archive: StoreArchive = .none) throws -> StoreModel {
        try StoreModel(
            transport: server.transport, store: "main", publicKey: server.store.publicKey.description,
            archive: archive, localClock: server.clock.local)
    }

    /// Waits until a position is drawn, and until it takes taps, for which it moves the device's clock.
    func tappable(
        _ position: Int, of model: StoreModel, on server: Server, state: ClockReading.State = .synced
    ) async throws -> ShelfPosition {
        try await eventually("position \(position) is drawn") {
            model[position]?.card != nil && model.clock.reading().state == state
        }
        server.clock.nowUs += 500_000
        model.setOnScreen(true)
        try await eventually("position \(position) takes taps") { model[position]?.isTapGuarded == false }
        return try #require(model[position])
    }

    @Test func `has the server's stores once they are wanted, and those that are announced`() async throws {
        let server = Server()
        let model = try model(server)
        let running = Task { await model.run() }
        try await eventually("the shelf is live") { model[0]?.card != nil && model.status.connection == .live }
        #expect(model.stores.isEmpty && model.description == nil)
        model.loadStores()
        try await eventually("the stores are there") { model.stores.map(\.id) == ["main"] }
        #expect(model.description?.currency == "coins")
        server.otherStores.withLock { $0 = [FakeStore("annex").description] }
        server.announce(.stores(version: "v2"))
        try await eventually("the new store is there") {
            server.clock.nowUs += 1_000_000
            model.setOnScreen(true)
            return model.stores.map(\.id) == ["main", "annex"]
        }
        running.cancel()
        await running.value
    }

    @Test func `shows an empty shelf and says that the store is gone, and goes on when it is back`() async throws {
        let server = Server()
        let model = try model(server)
        let running = Task { await model.run() }
        try await eventually("the shelf is live") { model[0]?.card != nil && model.status.connection == .live }
        server.announce(.gone)
        try await eventually("the store is gone") { model.status.problem == .gone && model.shelf.positions.isEmpty }
        server.announce(.window(sequence: 1 << 40))
        try await eventually("the store is back") {
            server.clock.nowUs += 1_000_000
            model.setOnScreen(true)
            return model.status.problem == nil && model.shelf.positions.count == 4
        }
        running.cancel()
        await running.value
    }

    @Test func `shows the shelf while it runs, and leaves nothing running`() async throws {
        let server = Server()
        let model = try model(server)
        let running = Task { await model.run() }
        try await eventually("the shelf is live") { model[0]?.card != nil && model.status.connection == .live }
        #expect(model.shelf.positions.map(\.phase) == [.onSale, .onSale, .onSale, .onSale])
        #expect(model.clock.reading().now == FakeStore.epoch + .seconds(607))
        running.cancel()
        await running.value
        #expect(server.openStreams.withLock { $0 } == 0)
    }

    @Test func `starts, rests off screen, comes back and stops`() async throws {
        let server = Server()
        let model = try model(server)
        model.start()
        try await eventually("the shelf is drawn") { model[0]?.card != nil }
        model.setOnScreen(false)
        try await eventually("the stream is closed") { server.openStreams.withLock { $0 } == 0 }
        model.setOnScreen(true)
        try await eventually("the stream is open again") { server.openStreams.withLock { $0 } > 0 }
        await model.stop()
        #expect(server.openStreams.withLock { $0 } == 0)
        model.start()
        try await eventually("the stream is open after the second start") { server.openStreams.withLock { $0 } > 0 }
        await model.stop()
    }

    @Test func `keeps its window in a folder`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shelf-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let archive = StoreArchive.folder(folder)
        #expect(await archive.loadWindow("main") == nil)
        let server = Server()
        let model = try model(server, archive: archive)
        model.start()
        try await eventually("the window is kept") { await archive.loadWindow("main") != nil }
        await model.stop()
        #expect(await archive.loadWindow("main") == (try server.store.window(minute: 10).bytes))
        await archive.saveWindow("../up", [1])
        #expect(await archive.loadWindow("../up") == nil)
    }

    @Test func `buys what it shows, and keeps the balance`() async throws {
        let server = Server()
        let model = try model(server)
        await #expect(throws: PurchaseError.notRunning) { try await model.buy(PurchaseSamples.position()) }
        model.start()
        let position = try await tappable(1, of: model, on: server)
        #expect(model.balance == nil)
        let receipt = try await model.buy(position)
        #expect((receipt.position, receipt.slot, receipt.price) == (1, position.listing?.slot, 5))
        #expect(model.balance(of: "coins") == 995)
        #expect(model.purchases.answered.map(\.result) == [.success(receipt)])
        #expect(!model.purchases.isBuying(position))
        #expect(try await model.inventory().count == 1)
        #expect(try await model.history(before: 3).next == 3)
        await model.stop()
        await #expect(throws: PurchaseError.notRunning) { try await model.buy(position) }
    }

    @Test func `can be asked for the wallet right after start`() async throws {
        let model = try model(Server())
        model.start()
        try await model.loadBalances()
        #expect(model.balance == 1000)
        #expect(model.currency == "coins" && model.balance(of: "gems") == 7)
        await model.stop()
    }

    @Test func `tells the player's number before anything is bought, and asks as the player`() async throws {
        let server = Server()
        let model = try model(server)
        let asked = Mutex([String]())
        let player = model.player
        await #expect(throws: PurchaseError.notRunning) { try await player.id }
        model.start()
        #expect(try await player.id == "1" && server.till.sight.keys.isEmpty)
        let answer = try await player.ask { token in
            let times = asked.withLock { asked in
                asked.append(token)
                return asked.count
            }
            if times == 1 { throw TransportError.status(401) }
            return times
        }
        #expect(answer == 2 && Set(asked.withLock { $0 }).count == 2, "a token that was refused is another one then")
        await model.stop()
        model.start()
        #expect(try await player.id == "1")
        await model.stop()
    }

    @Test func `shows what was topped up in another currency as that, and not as the store's own`() async throws {
        let server = Server()
        server.till.topUpCurrency.withLock { $0 = "gems" }
        let model = try model(server)
        model.start()
        let position = try await tappable(1, of: model, on: server)
        #expect(model.currency == "coins", "by the cards on the shelf")
        _ = try await model.topUp(signedTransaction: "jws")
        #expect(model.balance == nil && model.balance(of: "gems") == 107)
        _ = try await model.buy(position)
        #expect(model.balance == 995)
        await model.stop()
    }

    /// Position 1 changes 611 s after the epoch, 4 s after the start.
    @Test func `buys what was drawn when the tap began, and nothing right after a change`() async throws {
        let server = Server()
        let model = try model(server)
        model.start()
        let before = try await tappable(1, of: model, on: server)
        server.clock.nowUs = 4_000_000
        server.push(611)
        model.setOnScreen(true)
        try await eventually("the next item is drawn") { model[1]?.listing?.slot == 611 && model[1]?.card != nil }
        let after = try #require(model[1])
        #expect(after.isTapGuarded)
        await #expect(throws: PurchaseError.changed) { try await model.buy(before) }
        await #expect(throws: PurchaseError.changed) { try await model.buy(after) }
        #expect(server.till.sight.keys == [])
        let free = try await tappable(1, of: model, on: server)
        #expect(try await model.buy(free).slot == 611)
        #expect(server.till.sight.keys.count == 1)
        await model.stop()
    }

    @Test func `buys nothing of what was replaced under the finger`() async throws {
        let server = Server()
        let model = try model(server)
        model.start()
        let before = try await tappable(0, of: model, on: server)
        server.announce(.notice(server.store.replacement(position: 0, slot: 601)))
        try await eventually("the new card is drawn") { model[0]?.card?.name == "another" }
        let after = try #require(model[0])
        #expect(after.isTapGuarded && after.listing?.revision == 1)
        await #expect(throws: PurchaseError.changed) { try await model.buy(before) }
        await #expect(throws: PurchaseError.changed) { try await model.buy(after) }
        #expect(server.till.sight.keys == [])
        let free = try await tappable(0, of: model, on: server)
        #expect(try await model.buy(free).revision == 1)
        await model.stop()
    }

    @Test func `tops up whatever the clock says, and keeps the balance`() async throws {
        let server = Server()
        server.isTimeKnown.withLock { $0 = false }
        let model = try model(server)
        await #expect(throws: PurchaseError.notRunning) { try await model.topUp(signedTransaction: "jws") }
        model.start()
        try await eventually("the store has begun") { model.status != .idle }
        #expect(try await model.topUp(signedTransaction: "jws").amount == 100)
        #expect(model.balance(of: "coins") == 1100)
        await model.stop()
    }

    /// A model that starts with the time of a run before, over a server whose time can't be had yet.
    private func restarted(_ server: Server) throws -> StoreModel {
        var estimate = ClockEstimate()
        estimate.add(server.exchange(), at: server.clock.nowUs)
        let kept = estimate.saved(bootSession: "boot", wallAheadUs: 0)
        server.isTimeKnown.withLock { $0 = false }
        server.clock.nowUs += 1_000_000
        var local = server.clock.local
        local.bootSession = "boot"
        local.sleep = { untilUs in try await eventually("the time comes") { server.clock.nowUs >= untilUs } }
        return try StoreModel(
            transport: server.transport, store: "main", publicKey: server.store.publicKey.description,
            archive: StoreArchive(loadWindow: { _ in nil }, saveWindow: { _, _ in }, loadClock: { kept }),
            localClock: local)
    }

    @Test func `shows by a clock from the last time, but doesn't buy by it`() async throws {
        let server = Server()
        let model = try restarted(server)
        model.start()
        let position = try await tappable(1, of: model, on: server, state: .holdover)
        let isOver = Mutex(false)
        let buying = Task {
            defer { isOver.withLock { $0 = true } }
            return try await model.buy(position)
        }
        // However late the purchase begins to wait, its patience ends.
        try await eventually("the patience is over") {
            server.clock.nowUs += 100_000
            return isOver.withLock(\.self)
        }
        await #expect(throws: PurchaseError.clockUnsure) { try await buying.value }
        #expect(server.till.sight.keys == [])
        await model.stop()
    }

    @Test func `buys once the server has confirmed the clock from the last time`() async throws {
        let server = Server()
        let model = try restarted(server)
        model.start()
        let position = try await tappable(1, of: model, on: server, state: .holdover)
        let buying = Task { try await model.buy(position) }
        server.isTimeKnown.withLock { $0 = true }
        model.networkChanged()
        _ = try await buying.value
        #expect(server.till.sight.keys.count == 1)
        await model.stop()
    }

    @Test func `has one clock for life, which goes on with what it knows while the store is stopped`() async throws {
        let server = Server()
        let model = try model(server)
        let clock = model.clock
        #expect(clock.reading().state == .unsynced)
        model.start()
        try await eventually("the clock is set") { clock.reading().state == .synced }
        await model.stop()
        let before = clock.reading()
        server.clock.nowUs += 1_000_000
        #expect(clock.reading().nowUs == before.nowUs + 1_000_000)
        model.start()
        try await eventually("the shelf is live again") { model.status.connection == .live }
        #expect(clock.reading().state == .synced && model.clock === clock)
        await model.stop()
    }

    @Test func `refuses a public key or an app secret that is none, and says what it wants`() {
        let transport = Server().transport
        let key = FakeStore().publicKey.description
        #expect(throws: StoreOptionError.publicKey("abc")) {
            try StoreModel(transport: transport, store: "main", publicKey: "abc")
        }
        #expect(throws: StoreOptionError.appSecret) {
            try StoreModel(transport: transport, store: "main", publicKey: key, appSecret: "abc")
        }
        #expect(StoreOptionError.publicKey("abc").localizedDescription.contains("/v1/stores"))
    }

    @Test(arguments: [
        "mailto:shop@game.example", "/shop", "shop.example", "localhost:8080", "ftp://shop.example", "https:shop",
        "https://shop.example/?store=main", "https://shop.example/#main",
    ])
    func `refuses an address that is no server's, and shows how to write one`(text: String) throws {
        let (address, key) = (try #require(URL(string: text)), FakeStore().publicKey.description)
        let error = #expect(throws: StoreOptionError.self) {
            try StoreModel(server: address, store: "main", publicKey: key)
        }
        #expect(error == .server(text))
        #expect(error?.localizedDescription.contains("write it like https://") == true)
    }

    @Test func `repeats no password of an address that it refuses`() throws {
        let address = try #require(URL(string: "https://me:hush@shop.example"))
        let key = FakeStore().publicKey.description
        #expect(throws: StoreOptionError.server("https://shop.example")) {
            try StoreModel(server: address, store: "main", publicKey: key)
        }
    }

    @Test func `refuses what can't be a store's id`() {
        #expect(throws: StoreOptionError.store("Main Store")) {
            try StoreModel(
                transport: Server().transport, store: "Main Store", publicKey: FakeStore().publicKey.description)
        }
    }

    /// The model over a site that answers 404, except where it was told otherwise.
    private func model(_ store: String = "main", on site: LoopbackServer) throws -> StoreModel {
        try StoreModel(
            server: site.url, store: store, publicKey: FakeStore().publicKey.description, archive: StoreArchive.none,
            player: .memory())
    }

    @Test func `says that another site isn't a server, whatever it answers`() async throws {
        let site = try LoopbackServer()
        defer { site.stop() }
        let model = try model(on: site)
        model.start()
        try await eventually("404 is told") { model.status.problem == .wrongServer(.status(404)) }
        #expect(model.status.problem?.localizedDescription.contains("check that the address") == true)
        await model.stop()
        site.reply(to: "/v1/stores/main/window", with: .init(body: Array("<!doctype html><title>Hello</title>".utf8)))
        model.start()
        try await eventually("a page is told") { model.status.problem == .windowRefused(.magic) }
        await model.stop()
    }

    @Test func `says of a store that the server doesn't have which ones it has`() async throws {
        let site = try LoopbackServer()
        defer { site.stop() }
        site.reply(to: "/v1/stores", with: .init(body: try WireJSON.encode([FakeStore().description])))
        let model = try model("mian", on: site)
        model.start()
        try await eventually("it is told") { model.status.problem == .unknownStore("mian", listed: ["main"]) }
        await model.stop()
    }

    @Test func `says of a transport to no server that its address is none`() async throws {
        let address = try #require(URL(string: "mailto:shop@game.example"))
        let model = try StoreModel(
            transport: .live(server: address), store: "main", publicKey: FakeStore().publicKey.description)
        model.start()
        try await eventually("it is told") {
            model.status.problem == .wrongServer(.address("mailto:shop@game.example"))
        }
        await model.stop()
    }

    @Test func `every error tells a person what happened, also through the system's alerts`() {
        let errors: [any Error] = [
            PurchaseError.soldOut, TransportError.tooLarge, StoreProblem.gone,
            StoreProblem.unknownStore("mian", listed: ["main"]), StoreProblem.wrongServer(.status(404)),
            StoreOptionError.store(""), WindowError.signature, KeyError.forged,
            Contradiction.window(sequence: 3), PlayerArchiveError.credentialDamaged([]), StoreOptionError.appSecret,
        ]
        for error in errors { #expect(error.localizedDescription == "\(error)") }
    }
}
