import Foundation
import ShelfClient
import ShelfClientTesting
import Shop
import Testing

@MainActor struct `The shopkeeper` {
    let hat = Card(item: "hat", name: "Hat", set: "clothes", price: 40, currency: "coins")
    let crown = Card(item: "crown", name: "Crown", set: "clothes", price: 5000, currency: "coins")

    @Test func `names what is on the shelf, and what comes next`() {
        let fake = FakeStore([hat, crown], positions: 1)
        let shopkeeper = Shopkeeper(store: fake.model)
        #expect(shopkeeper.sign(at: 0) == "Hat, 40 coins, 59 s")
        fake.advance(by: .seconds(60))
        #expect(shopkeeper.sign(at: 0) == "Crown, 5000 coins, 59 s")
        fake.seal(at: 0)
        #expect(shopkeeper.sign(at: 0) == "Come back soon")
    }

    @Test func `sells, and says why not`() async {
        let fake = FakeStore([hat, crown])
        let shopkeeper = Shopkeeper(store: fake.model)
        fake.model.start()
        #expect(await shopkeeper.tap(fake.model.shelf.positions[0]) == "The hat is yours. 960 left.")
        #expect(await shopkeeper.tap(fake.model.shelf.positions[1]) == "That costs more than you have.")
        fake.refusal = .soldOut
        #expect(await shopkeeper.tap(fake.model.shelf.positions[0]) == PurchaseError.soldOut.localizedDescription)
        #expect(fake.sold.map(\.item) == ["hat"])
        await fake.model.stop()
    }
}
