import Foundation
import ShelfClient
import ShelfModel
import ShelfTesting
import ShelfWire
import Synchronization
import Testing

/// The view model over a transport that answers at once.
@MainActor @Suite struct `The view model` {
    /// A server in this process, 10 minutes after the store's epoch, which counts the streams that are open.
    final class Server: Sendable {
        let store = FakeStore()
        let openStreams = Mutex(0)
        let clock = ManualClock()
        let till = FakeTill()
        let isTimeKnown = Mutex(true)

        var transport: Transport {
            Transport(
                stores: { [self.store.description] },
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

        private func keys() -> AsyncThrowingStream<KeyEvent, any Error> {
            openStreams.withLock { $0 += 1 }
            let (stream, continuation) = AsyncThrowingStream<KeyEvent, any Error>.makeStream()
            continuation.onTermination = { _ in self.openStreams.withLock { $0 -= 1 } }
            continuation.yield(KeyEvent(released: store.released(607), sequence: 0))
            return stream
        }
    }

    func model(_ server: Server, archive: StoreArchive = .none) throws -> StoreModel {
        try #require(
            StoreModel(
                transport: server.transport, store: "main", publicKey: server.store.publicKey.description,
                archive: archive, localClock: server.clock.local))
    }

    @Test func `shows the shelf while it runs, and leaves nothing running`() async throws {
        let server = Server()
        let model = try model(server)
        let running = Task { await model.run() }
        while model[0]?.card == nil || model.status.connection != .live { await Task.yield() }
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
        while model[0]?.card == nil { await Task.yield() }
        model.setOnScreen(false)
        while server.openStreams.withLock({ $0 }) > 0 { await Task.yield() }
        model.setOnScreen(true)
        while server.openStreams.withLock({ $0 }) == 0 { await Task.yield() }
        await model.stop()
        #expect(server.openStreams.withLock { $0 } == 0)
        model.start()
        while server.openStreams.withLock({ $0 }) == 0 { await Task.yield() }
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
        while await archive.loadWindow("main") == nil { await Task.yield() }
        await model.stop()
        #expect(await archive.loadWindow("main") == (try server.store.window(minute: 10).bytes))
        await archive.saveWindow("../up", [1])
        #expect(await archive.loadWindow("../up") == nil)
    }

    @Test func `buys what it shows, and keeps the balance`() async throws {
        let server = Server()
        let model = try model(server)
        await #expect(throws: PurchaseError.notRunning) { try await model.buy(Wishes.position()) }
        model.start()
        while model[1]?.card == nil || model.clock.reading().state != .synced { await Task.yield() }
        #expect(model.balance == nil)
        let position = try #require(model[1])
        let receipt = try await model.buy(position)
        #expect((receipt.position, receipt.slot, receipt.price) == (1, position.listing?.slot, 5))
        while model.balance == nil { await Task.yield() }
        #expect(model.balance(of: "coins") == 995)
        #expect(model.purchases.answered.map(\.result) == [.success(receipt)])
        #expect(!model.purchases.isBuying(position))
        #expect(try await model.inventory().count == 1)
        #expect(try await model.history(before: 3).next == 3)
        await model.stop()
        await #expect(throws: PurchaseError.notRunning) { try await model.buy(position) }
    }

    @Test func `tops up whatever the clock says, and keeps the balance`() async throws {
        let server = Server()
        server.isTimeKnown.withLock { $0 = false }
        let model = try model(server)
        await #expect(throws: PurchaseError.notRunning) { try await model.topUp(signedTransaction: "jws") }
        model.start()
        while model.status == .idle { await Task.yield() }
        #expect(try await model.topUp(signedTransaction: "jws").amount == 100)
        for _ in 0..<100_000 where model.balance == nil { await Task.yield() }
        #expect(model.balance(of: "coins") == 1100)
        await model.stop()
    }

    @Test func `shows by a clock from the last time, but doesn't buy by it`() async throws {
        let server = Server()
        var estimate = ClockEstimate()
        estimate.add(server.exchange(), at: server.clock.nowUs)
        let kept = estimate.saved(bootSession: "boot", wallAheadUs: 0)
        server.isTimeKnown.withLock { $0 = false }
        server.clock.nowUs += 1_000_000
        var local = server.clock.local
        local.bootSession = "boot"
        let model = try #require(
            StoreModel(
                transport: server.transport, store: "main", publicKey: server.store.publicKey.description,
                archive: StoreArchive(loadWindow: { _ in nil }, saveWindow: { _, _ in }, loadClock: { kept }),
                localClock: local))
        model.start()
        while model[1]?.card == nil { await Task.yield() }
        #expect(model.clock.reading().state == .holdover)
        let position = try #require(model[1])
        await #expect(throws: PurchaseError.clockUnsure) { try await model.buy(position) }
        #expect(server.till.sight.keys == [])
        await model.stop()
    }

    @Test func `refuses a public key or an app secret that is none`() {
        let transport = Server().transport
        let key = FakeStore().publicKey.description
        #expect(StoreModel(transport: transport, store: "main", publicKey: "abc") == nil)
        #expect(StoreModel(transport: transport, store: "main", publicKey: key, appSecret: "abc") == nil)
    }
}
