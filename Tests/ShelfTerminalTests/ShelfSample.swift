import ShelfClient
import ShelfModel
import ShelfWire

/// A shelf to draw, at half past noon.
enum ShelfSample {
    static let now = Instant(milliseconds: 1_800_016_200_000)
    static let chain = ChainID(bytes: Array(repeating: 7, count: 16))!

    static func store(_ id: String) -> StoreDescription {
        StoreDescription(
            id: id, title: id.prefix(1).uppercased() + id.dropFirst(), positions: 4, columns: 4, leadMs: 300,
            currency: "coins", publicKey: "",
            theme: .plain)
    }

    static func position(
        _ number: Int, _ phase: ShelfPosition.Phase = .onSale, name: String = "Red Apple", glyph: String = "🍎",
        progress: Int = 500, slot: Int = 1, revision: Int = 0, isTapGuarded: Bool = false,
        isWithdrawn: Bool = false
    ) -> ShelfPosition {
        let isOpen = phase != .empty && phase != .sealed
        return ShelfPosition(
            position: number, phase: phase,
            listing: phase == .empty
                ? nil
                : ShelfListing(
                    chain: chain, slot: slot, position: number, revision: revision, start: now - .seconds(60),
                    end: now + .seconds(60)),
            card: isOpen ? Card(item: "i", name: name, set: "fruit", price: 25, currency: "coins", glyph: glyph) : nil,
            timeLeft: phase == .empty ? .zero : .seconds(60), progress: phase == .empty ? 0 : progress,
            isTapGuarded: isTapGuarded, isWithdrawn: isWithdrawn)
    }

    static func shelf(_ positions: [ShelfPosition], columns: Int = 4) -> Shelf {
        Shelf(positions: positions, columns: columns, instant: now, nextChange: now + .milliseconds(2500))
    }

    static func status(
        _ connection: StoreStatus.Connection = .live, uncertaintyUs: Int64 = 3200, problem: StoreProblem? = nil,
        newIncarnation: Instant? = nil
    ) -> StoreStatus {
        StoreStatus(
            clock: ClockReading(nowUs: now.milliseconds * 1000, uncertaintyUs: uncertaintyUs), connection: connection,
            problem: problem, windowEnd: nil, isSealed: true, newIncarnation: newIncarnation)
    }
}
