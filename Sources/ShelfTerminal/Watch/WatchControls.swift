package import ShelfClient
import ShelfModel

/// What the arrows and Enter do to the shelf on the screen, as a value.
package struct WatchControls: Hashable, Sendable {
    package private(set) var cursor = ShelfCursor()
    /// Why the last Enter bought nothing; `nil` when there is nothing to say.
    package private(set) var refusal: String?
    private var enteredUs: Int64?

    package init() {}

    package mutating func move(_ arrow: TerminalKey.Arrow, count: Int, columns: Int) {
        cursor.move(arrow, count: count, columns: columns)
    }

    /// Enter was pressed while `shelf` was on the screen.
    ///
    /// A terminal sends a key that is held down again and again, so Enter within ``ShelfPosition/tapGuard`` of the last
    /// one counts as still held. Otherwise a key held over a change would buy what came with it.
    ///
    /// - Parameter localUs: the time here, in microseconds.
    /// - Returns: the position to buy, as it was drawn.
    package mutating func enter(on shelf: Shelf, at localUs: Int64) -> ShelfPosition? {
        let isHeld = enteredUs.map { localUs - $0 < ShelfPosition.tapGuard.milliseconds * 1000 } ?? false
        enteredUs = localUs
        guard !isHeld, let chosen = cursor.position, shelf.positions.indices.contains(chosen) else { return nil }
        let position = shelf.positions[chosen]
        refusal = position.isTapGuarded ? "it has only just changed; press Enter again to buy what is there now" : nil
        return position.isTapGuarded ? nil : position
    }

    package mutating func refuse(_ error: PurchaseError) {
        refusal = "\(error)"
    }
}
