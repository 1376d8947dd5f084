import ShelfClient
import ShelfClientTesting
import ShelfModel
import ShelfTesting
import ShelfWire
import Testing

/// What an app's tests may rely on.
@MainActor @Suite(.timeLimit(.minutes(30))) struct `The fake store` {
    let hat = Card(item: "hat", name: "Hat", set: "clothes", price: 40, currency: "coins")
    let cape = Card(item: "cape", name: "Cape", set: "clothes", price: 90, currency: "coins")
    let boots = Card(item: "boots", name: "Boots", set: "clothes", price: 5, currency: "gems", edition: 1)

    func names(_ fake: FakeStore) -> [String?] { fake.model.shelf.positions.map { $0.card?.name } }

    @Test func `shows its cards at once, before the model runs`() {
        let fake = FakeStore([hat, cape], columns: 3)
        let shelf = fake.model.shelf
        #expect(names(fake) == ["Hat", "Cape"] && shelf.columns == 3)
        #expect(shelf.positions.allSatisfy { $0.phase == .onSale && !$0.isTapGuarded && !$0.isWithdrawn })
        #expect(shelf.positions.map(\.timeLeft) == [.seconds(59), .seconds(59)])
        #expect(shelf.instant == fake.now && fake.model.clock.reading().now == fake.now)
        #expect(fake.model.status.connection == .live && fake.model.status.problem == nil)
        #expect(fake.model.stores.isEmpty)
        fake.model.loadStores()
        #expect(fake.model.description?.positions == 2)
    }

    @Test func `deals its cards in their order, through the phases of each`() {
        let fake = FakeStore([hat, cape, boots], positions: 2)
        let first = fake.model[0]?.listing
        #expect(names(fake) == ["Hat", "Cape"])
        fake.advance(by: .seconds(58))
        #expect(fake.model[0]?.phase == .leaving && fake.model[0]?.listing == first)
        #expect(fake.model.shelf.nextChange == fake.now + .seconds(1))
        fake.advance(by: .seconds(1))
        #expect(names(fake) == ["Boots", "Hat"] && fake.model[0]?.listing != first)
        #expect(fake.model[0]?.phase == .arriving && fake.model[0]?.isTapGuarded == true)
        fake.advance(by: .milliseconds(600))
        #expect(fake.model[0]?.phase == .onSale && fake.model[0]?.isTapGuarded == false)
        fake.advance(by: .minutes(1))
        #expect(names(fake) == ["Cape", "Boots"])
        fake.advance(by: .hours(24))
        #expect(names(fake) == ["Cape", "Boots"] && fake.model.clock.reading().now == fake.now)
    }

    @Test func `shows a card of the test's choice for as long as it says, then deals on`() {
        let fake = FakeStore([hat, cape])
        fake.show(boots, at: 1, for: .seconds(5))
        fake.advance(by: .seconds(4))
        #expect(names(fake) == ["Hat", "Boots"] && fake.model[1]?.phase == .leaving)
        #expect(fake.model[1]?.timeLeft == .seconds(1))
        fake.advance(by: .seconds(1))
        #expect(names(fake) == ["Hat", "Cape"])
        #expect(fake.model[1]?.timeLeft == .minutes(1))
    }

    @Test func `is the same in each run`() {
        let (first, second) = (FakeStore([hat, cape]).model, FakeStore([hat, cape]).model)
        for model in [first, second] { model.loadStores() }
        #expect(first.shelf == second.shelf && first.stores == second.stores)
    }

    @Test func `sells once for each tap that is judged, and shows it when the call returns`() async throws {
        let fake = FakeStore([hat, boots])
        let store = fake.model
        store.start()
        let hats = try await [store.buy(store.shelf.positions[0]), store.buy(store.shelf.positions[0])]
        #expect(store.balance(of: "coins") == 920 && store.purchases.underWay.isEmpty)
        #expect(store.purchases.answered.map(\.result) == hats.map { .success($0) })
        #expect(hats.map(\.number) == [nil, nil])
        #expect(try await store.buy(store.shelf.positions[1]).number == 1)
        #expect(fake.sold.map(\.item) == ["hat", "hat", "boots"])
        let owned = try await store.inventory()
        #expect(owned.map(\.item) == ["hat", "boots"] && owned.map(\.count) == [2, 1])
        #expect(owned.map(\.numbers) == [[], [1]] && owned.map(\.edition) == [nil, 1])
        let page = try await store.history(limit: 2)
        #expect(page.purchases.map(\.item) == ["boots", "hat"] && page.next == 2)
        #expect(try await store.history(before: page.next).purchases.map(\.purchase) == [1])
        await store.stop()
    }

    @Test func `refuses what a server would refuse, and what the test tells it to`() async throws {
        let fake = FakeStore([hat, boots], balance: 40)
        let store = fake.model
        store.start()
        fake.refusal = .limitReached
        await #expect(throws: PurchaseError.limitReached) { try await store.buy(store.shelf.positions[0]) }
        fake.refusal = nil
        _ = try await store.buy(store.shelf.positions[0])
        await #expect(throws: PurchaseError.insufficientFunds) { try await store.buy(store.shelf.positions[0]) }
        _ = try await store.buy(store.shelf.positions[1])
        await #expect(throws: PurchaseError.soldOut) { try await store.buy(store.shelf.positions[1]) }
        #expect(fake.sold.count == 2 && store.balance(of: "coins") == 0)
        #expect(
            try await store.history().purchases.map(\.outcome) == [
                "sold_out", "sold", "insufficient_funds", "sold", "limit_reached",
            ])
        await store.stop()
    }

    @Test func `a purchase waits while there is no connection, until there is one or the model stops`() async throws {
        let fake = FakeStore([hat, cape])
        let store = fake.model
        store.start()
        fake.connection = .offline
        #expect(store.status.connection == .offline)
        let (first, second) = (store.shelf.positions[0], store.shelf.positions[1])
        let buying = Task { try await store.buy(first) }
        try await eventually("the purchase is under way") { store.purchases.isBuying(first) }
        await #expect(throws: TransportError.self) { try await store.loadBalances() }
        #expect(fake.sold.isEmpty)
        fake.connection = .live
        #expect(try await buying.value.item == "hat")
        fake.connection = .offline
        let leaving = Task { try await store.buy(second) }
        try await eventually("the purchase is under way") { store.purchases.isBuying(second) }
        await store.stop()
        await #expect(throws: PurchaseError.cancelled) { try await leaving.value }
        #expect(fake.sold.count == 1)
    }

    @Test func `a reason that passes is asked about again when time passes`() async throws {
        let fake = FakeStore([hat])
        let store = fake.model
        store.start()
        let position = store.shelf.positions[0]
        fake.refusal = .unavailable
        let buying = Task { try await store.buy(position) }
        try await eventually("the purchase is under way") { store.purchases.isBuying(position) }
        fake.refusal = nil
        try await eventually("the purchase is judged") {
            fake.advance(by: .milliseconds(100))
            return !store.purchases.isBuying(position)
        }
        #expect(try await buying.value.item == "hat" && fake.sold.count == 1)
        await store.stop()
    }

    @Test func `keeps the rules of a tap: what was drawn, not just after a change, and only while the model runs`()
        async throws
    {
        let fake = FakeStore([hat])
        let store = fake.model
        let before = store.shelf.positions[0]
        await #expect(throws: PurchaseError.notRunning) { try await store.buy(before) }
        store.start()
        fake.show(cape, at: 0)
        #expect(names(fake) == ["Cape"] && store[0]?.phase == .arriving)
        await #expect(throws: PurchaseError.changed) { try await store.buy(before) }
        await #expect(throws: PurchaseError.changed) { try await store.buy(store.shelf.positions[0]) }
        fake.advance(by: .seconds(1))
        #expect(try await store.buy(store.shelf.positions[0]).item == "cape")
        fake.advance(by: .seconds(59))
        #expect(names(fake) == ["Hat"])
        fake.advance(by: .seconds(1))
        await store.stop()
        await #expect(throws: PurchaseError.notRunning) { try await store.buy(store.shelf.positions[0]) }
    }

    @Test func `seals, unseals, withdraws and closes`() async throws {
        let fake = FakeStore([hat, cape])
        let store = fake.model
        store.start()
        fake.seal(at: 0)
        #expect(store[0]?.phase == .sealed && store[0]?.card == nil)
        await #expect(throws: PurchaseError.sealed) { try await store.buy(store.shelf.positions[0]) }
        fake.unseal(at: 0)
        #expect(names(fake) == ["Hat", "Cape"] && store[0]?.isTapGuarded == true)
        fake.withdraw(at: 1)
        #expect(store[1]?.isWithdrawn == true)
        await #expect(throws: PurchaseError.withdrawn) { try await store.buy(store.shelf.positions[1]) }
        fake.advance(by: .minutes(1))
        #expect(store[1]?.isWithdrawn == false)
        fake.problem = .gone
        #expect(store.shelf.positions.isEmpty && store.status.problem == .gone)
        fake.problem = .unknownStore("main", listed: ["bazaar"])
        #expect(store.shelf.positions.isEmpty)
        fake.problem = nil
        #expect(names(fake) == ["Hat", "Cape"])
        await store.stop()
    }

    @Test func `counts a transaction once`() async throws {
        let store = FakeStore([hat]).model
        store.start()
        #expect(try await store.topUp(signedTransaction: "a").replayed == false)
        #expect(try await store.topUp(signedTransaction: "a").replayed == true)
        #expect(store.balance == 1000 + FakeStore.topUp)
        await store.stop()
    }
}
