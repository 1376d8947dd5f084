import Foundation
import ShelfClient
import ShelfModel
import ShelfTesting
import ShelfWire
import Synchronization
import Testing

/// Buying from a server that breaks down in all ways, without waiting for real.
@Suite(.timeLimit(.minutes(30))) struct `Buying` {
    let till = FakeTill()
    let device: BuyingDevice

    init() {
        device = BuyingDevice(till)
    }

    @Test func `brings the receipt and what is left, and leaves nothing kept`() async throws {
        let (receipt, status) = try await device.run {
            (try await $0.buy(PurchaseSamples.position(), at: PurchaseSamples.reading()), await $0.look())
        }
        #expect(receipt.item == "i")
        #expect(status.balances == ["coins": 995])
        #expect(status.underWay == [])
        #expect(status.answered.map(\.result) == [.success(receipt)])
        #expect(status.answered.map(\.intent.name) == ["Apple"])
        #expect(try await device.archive.intents() == [])
    }

    @Test func `a receipt settles it though the balance isn't said, and the wallet is asked for`() async throws {
        till.fail(.balanceUnknown)
        try await device.run { queue in
            _ = try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading())
            try await eventually("the wallet is known") { await queue.look().balances == ["coins": 995, "gems": 7] }
        }
        #expect(till.sight.keys.count == 1)
        #expect(try await device.archive.intents() == [])
    }

    @Test func `a lost answer is asked for again with the same key, and one is bought`() async throws {
        till.fail(.answerLost, .lost, .answerLost)
        _ = try await device.buy()
        #expect(till.sight.keys.count == 4)
        #expect(Set(till.sight.keys).count == 1)
        #expect(till.sight.sold.count == 1)
        #expect(device.waits.count == 3)
    }

    @Test func `what is delayed says why and when it is tried again, until it is judged`() async throws {
        till.fail(.status(503, retryAfter: nil), .held)
        let position = PurchaseSamples.position()
        try await device.run { queue in
            let buying = Task { try await queue.buy(position, at: PurchaseSamples.reading()) }
            try await eventually("the second request is there") { till.heldCount > 0 }
            let delay = try #require(await queue.look().delay(of: position))
            #expect(delay.reason == .status(503))
            #expect(abs(delay.retryAt.timeIntervalSince1970 * 1_000_000 - Double(device.clock.wallUs)) < 1)
            till.letGo()
            _ = try await buying.value
            #expect(await queue.look().delay(of: position) == nil)
        }
    }

    @Test func `the key is kept before the request leaves`() async throws {
        till.fail(.held)
        try await device.run { queue in
            let buying = Task { try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading()) }
            try await eventually("the request is there") { till.heldCount > 0 }
            let kept = try await device.archive.intents()
            #expect(kept.map(\.key) == till.sight.keys)
            till.letGo()
            _ = try await buying.value
        }
    }

    @Test func `what was under way when the app ended goes on at the next start, as the same purchase`() async throws {
        till.fail(.silent, .lost)
        let buying = try await device.run { queue in
            let buying = Task { try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading()) }
            try await eventually("it is sold") { !till.sight.sold.isEmpty }
            return buying
        }
        await #expect(throws: PurchaseError.cancelled) { try await buying.value }
        #expect(try await device.archive.intents().count == 1)
        let answered = try await device.run { queue in
            try await eventually("it is answered") { await !queue.look().answered.isEmpty }
            return await queue.look().answered
        }
        #expect(answered.map { try? $0.result.get().key } == [till.sight.keys[0]])
        #expect(till.sight.keys.count == 3)
        #expect(Set(till.sight.keys).count == 1)
        #expect(till.sight.sold.count == 1)
        #expect(try await device.archive.intents() == [])
    }

    /// What was left may be judged before the tap is looked at, or after it.
    @Test(arguments: 0..<50)
    func `a tap right after the start is the purchase that was left under way, not a second one`(
        turns: Int
    ) async throws {
        let left = PurchaseSamples.intent()
        let buyer = try await device.archive.credential(PlayerCredential())
        let intent = PurchaseIntent(store: "main", request: left.request, name: "Apple", buyer: buyer)
        try await device.archive.keep(intent)
        var slow = device.archive
        slow.intents = {
            for _ in 0..<20 * turns { await Task.yield() }
            return [intent]
        }
        let receipt = try await BuyingDevice(till, archive: slow).buy()
        #expect(receipt.key == intent.key)
        #expect(Set(till.sight.keys) == [intent.key])
    }

    @Test func `what another player of this device wanted is not bought for this one`() async throws {
        try await device.archive.keep(PurchaseSamples.intent())
        try await device.run { queue in
            _ = try await queue.buy(PurchaseSamples.position(1), at: PurchaseSamples.reading())
        }
        #expect(till.sight.sold.values.map(\.position) == [1])
        #expect(try await device.archive.intents() == [])
    }

    @Test func `an intent for another store waits for that store`() async throws {
        let buyer = try await device.archive.credential(PlayerCredential())
        let other = PurchaseIntent(store: "bazaar", request: PurchaseSamples.request(), name: "", buyer: buyer)
        try await device.archive.keep(other)
        _ = try await device.buy(1)
        #expect(try await device.archive.intents() == [other])
    }

    @Test func `a server that starts anew in between costs a wait and a token, and nothing else`() async throws {
        till.fail(.answerLost, .status(502, retryAfter: nil), .problem(unavailable(2)), .tokenEnded)
        let receipt = try await device.buy()
        #expect(till.sight.sold == [receipt.key: receipt])
        #expect(Set(till.sight.keys).count == 1)
        #expect(till.sight.refreshes == 1)
    }

    @Test func `a busy server is left alone for as long as it asks`() async throws {
        till.fail(.problem(unavailable(7)), .status(429, retryAfter: 20))
        _ = try await device.buy()
        #expect(device.waits.count == 2)
        #expect(device.waits.first! > 7_000_000)
        #expect(device.waits.last! > 20_000_000)
        #expect(till.sight.sold.count == 1)
    }

    @Test func `a refusal that was judged ends it, also when it is told for the second time`() async throws {
        till.refuse(.soldOut)
        till.fail(.answerLost)
        #expect(try await device.refusal() == .soldOut)
        #expect(Set(till.sight.keys).count == 1)
        #expect(try await device.archive.intents() == [])
        var replayed = Problem(.insufficientFunds, status: 409, title: "", detail: "")
        replayed.replayed = true
        till.refuse(nil)
        till.fail(.lost, .problem(replayed))
        #expect(try await device.refusal() == .insufficientFunds)
        #expect(try await device.archive.intents() == [])
    }

    @Test func `a token that ends on its way is refreshed, and the same purchase goes on`() async throws {
        till.fail(.tokenEnded)
        _ = try await device.buy()
        #expect(Set(till.sight.keys).count == 1)
        #expect(till.sight.tokens == ["token 1", "token 2"])
        #expect((till.sight.signIns, till.sight.refreshes) == (1, 1))
    }

    @Test func `when the refresh is refused, the credential signs in anew, and the same purchase goes on`() async throws
    {
        till.fail(.tokenEnded)
        till.failRefresh(FakeTill.problem(.unauthorized, 401))
        _ = try await device.buy()
        #expect(Set(till.sight.keys).count == 1)
        #expect((till.sight.signIns, till.sight.refreshes) == (2, 1))
    }

    @Test func `a server that can't be reached for signing in is asked until it can`() async throws {
        till.failSignIn(.unreachable(""), FakeTill.problem(.rateLimited, 429, retryAfter: 3), .status(500))
        _ = try await device.buy()
        #expect(till.sight.signIns == 4)
        #expect(device.waits.count == 3)
        #expect(device.waits[1] > 3_000_000)
        #expect(till.sight.keys.count == 1)
    }

    @Test func `a forged receipt is an error, and buying it again asks about the same purchase`() async throws {
        till.fail(.forged)
        try await device.run { queue in
            await #expect(throws: PurchaseError.forgedReceipt) {
                try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading())
            }
            #expect(try await device.archive.intents().count == 1)
            _ = try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading())
        }
        #expect(till.sight.keys.count == 2)
        #expect(Set(till.sight.keys).count == 1)
        #expect(try await device.archive.intents() == [])
    }

    @Test func `taps on one listing are one purchase until it is answered, and all get its answer`() async throws {
        till.fail(.held)
        let receipts = try await device.run { queue in
            let first = Task { try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading()) }
            try await eventually("the request is there") { till.heldCount > 0 }
            let second = Task { try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading()) }
            #expect(await queue.look().isBuying(PurchaseSamples.position()))
            for _ in 0..<100 { await Task.yield() }
            till.letGo()
            return [try await first.value, try await second.value]
        }
        #expect(Set(receipts.map(\.key)).count == 1)
        #expect(till.sight.sold.count == 1)
    }

    @Test func `a tap after the answer is another purchase, and so is one on another listing`() async throws {
        try await device.run { queue in
            _ = try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading())
            _ = try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading())
            _ = try await queue.buy(PurchaseSamples.position(1), at: PurchaseSamples.reading())
        }
        #expect(till.sight.sold.count == 3)
        #expect(till.sight.signIns == 1)
    }

    @Test func `twenty listings at once need one sign-in`() async throws {
        try await device.run { queue in
            try await withThrowingTaskGroup { group in
                for position in 0..<20 {
                    group.addTask {
                        _ = try await queue.buy(PurchaseSamples.position(position), at: PurchaseSamples.reading())
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(till.sight.sold.count == 20)
        #expect(till.sight.signIns == 1)
    }

    @Test func `nothing is sent by a clock that is not sure, for what is sealed, or for what is over`() async throws {
        let late = PurchaseSamples.reading(PurchaseSamples.now + .seconds(61))
        let cases: [(ShelfPosition, ClockReading, PurchaseError)] = [
            (PurchaseSamples.position(), .unsynced, .clockUnsure),
            (PurchaseSamples.position(), PurchaseSamples.reading(isConfirmed: false), .clockUnsure),
            (PurchaseSamples.position(0, .sealed), PurchaseSamples.reading(), .sealed),
            (PurchaseSamples.position(0, .empty), PurchaseSamples.reading(), .notOnSale),
            (PurchaseSamples.position(), late, .changed),
            (PurchaseSamples.position(isTapGuarded: true), PurchaseSamples.reading(), .changed),
        ]
        try await device.run { queue in
            for (position, reading, error) in cases {
                await #expect(throws: error) { try await queue.buy(position, at: reading) }
            }
            _ = try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading(uncertaintyUs: 300_000))
            _ = try await queue.buy(PurchaseSamples.position(1, .leaving), at: PurchaseSamples.reading())
        }
        #expect(till.sight.sold.count == 2)
    }

    @Test func `nothing is sent when it can't be kept`() async throws {
        var full = device.archive
        full.keep = { _ in throw TransportError.unreachable("full") }
        var locked = device.archive
        locked.credential = { _ in throw TransportError.unreachable("locked") }
        var unreadable = device.archive
        unreadable.intents = { throw TransportError.unreachable("locked") }
        for archive in [full, locked, unreadable] {
            let refusal = try await BuyingDevice(till, archive: archive).refusal()
            #expect(refusal.map { "\($0)".contains("can't keep") } == true)
        }
        #expect(till.sight.keys == [])
    }

    @Test func `a store that has stopped buys nothing`() async throws {
        let queue = try await device.run { $0 }
        await #expect(throws: PurchaseError.notRunning) {
            try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading())
        }
        #expect(till.sight.keys == [])
    }

    @Test func `shows what the player has and owns, also when the token has ended`() async throws {
        try await device.run { queue in
            _ = try await queue.buy(PurchaseSamples.position(), at: PurchaseSamples.reading())
            try await queue.loadBalances()
            #expect(await queue.look().balances == ["coins": 995, "gems": 7])
            #expect(try await queue.inventory().map(\.item) == ["i"])
            #expect(try await queue.history(before: 4, limit: 2).next == 4)
        }
    }

    private func unavailable(_ seconds: Int64) -> Problem {
        var problem = Problem(.unavailable, status: 503, title: "", detail: "")
        problem.retryAfter = seconds
        return problem
    }
}
