import ShelfClient
import ShelfTesting
import ShelfWire
import Synchronization

/// A device that buys from a till, in a time that only waiting moves. It can be started again.
final class BuyingDevice: Sendable {
    let till: FakeTill
    let archive: PlayerArchive
    let clock = ManualClock()
    private let waited = Mutex<[Int64]>([])

    init(_ till: FakeTill = FakeTill(), archive: PlayerArchive = .memory()) {
        self.till = till
        self.archive = archive
    }

    private var local: LocalClock {
        var local = clock.local
        local.sleep = { try await self.sleep($0) }
        return local
    }

    /// How long each wait was, in microseconds.
    var waits: [Int64] { waited.withLock { $0 } }

    /// One run of the app, for as long as the body takes.
    func run<Value: Sendable>(_ body: (PurchaseQueue) async throws -> Value) async throws -> Value {
        let queue = PurchaseQueue(
            store: "main", publicKey: till.store.publicKey, trade: till.transport, archive: archive,
            clock: local)
        let running = Task { await queue.run() }
        try await eventually("the queue runs") { await queue.isRunning }
        do {
            let value = try await body(queue)
            running.cancel()
            await running.value
            return value
        } catch {
            running.cancel()
            await running.value
            throw error
        }
    }

    func buy(_ position: Int = 0) async throws -> Receipt {
        try await run { try await $0.buy(PurchaseSamples.position(position), at: PurchaseSamples.reading()) }
    }

    /// Why a purchase brought nothing.
    func refusal() async throws -> PurchaseError? {
        do {
            _ = try await buy()
            return nil
        } catch let error as PurchaseError { return error }
    }

    private func sleep(_ us: Int64) async throws {
        try Task.checkCancellation()
        await Task.yield()
        waited.withLock { $0.append(us - clock.nowUs) }
        clock.nowUs = max(clock.nowUs, us)
    }
}
