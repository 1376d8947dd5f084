import ShelfClient
import ShelfModel
import ShelfWire

/// Positions to buy, and the intents and answers that belong to them.
enum PurchaseSamples {
    static let store = FakeStore()
    static let buyer = PlayerCredential("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE")!
    static let now = FakeStore.epoch + .seconds(600)

    static func request(_ position: Int = 0) -> PurchaseRequest {
        PurchaseRequest(chain: store.chain.id, slot: 600, position: position, revision: 0, price: 5)
    }

    static func intent(_ position: Int = 0, key: String? = nil) -> PurchaseIntent {
        if let key {
            return PurchaseIntent(key: key, store: "main", request: request(position), name: "Apple", buyer: buyer)
        }
        return PurchaseIntent(store: "main", request: request(position), name: "Apple", buyer: buyer)
    }

    static func confirmation(_ intent: PurchaseIntent, _ receipt: Receipt? = nil, by signer: FakeStore = store)
        -> PurchaseConfirmation
    {
        PurchaseConfirmation(receipt: signer.sign(receipt ?? intent.receipt()), replayed: false, balance: 940)
    }

    /// A position that is on sale for another minute.
    static func position(
        _ number: Int = 0, _ phase: ShelfPosition.Phase = .onSale, isTapGuarded: Bool = false
    ) -> ShelfPosition {
        let isOpen = phase != .empty && phase != .sealed
        return ShelfPosition(
            position: number, phase: phase,
            listing: phase == .empty
                ? nil
                : ShelfListing(
                    chain: store.chain.id, slot: 600, position: number, revision: 0, start: now - .seconds(1),
                    end: now + .seconds(60)),
            card: isOpen ? Card(item: "i", name: "Apple", set: "s", price: 5, currency: "coins") : nil,
            timeLeft: .seconds(60),
            progress: 0, isTapGuarded: isTapGuarded)
    }

    static func reading(
        _ instant: Instant = now, uncertaintyUs: Int64 = 1000, isConfirmed: Bool = true
    ) -> ClockReading {
        ClockReading(
            nowUs: instant.milliseconds * 1000, uncertaintyUs: uncertaintyUs, isConfirmed: isConfirmed)
    }
}
