import ShelfModel
import ShelfWire

/// Remembers since when each position has shown its card, and guards a card that has only just appeared against taps.
///
/// A player who taps right after a change has seen, and means, the card that was there before. What counts is when
/// this device drew the card, which can be long after the listing's start: a key came late, or the app was off screen.
struct TapGuard: Hashable, Sendable {
    private struct Shown: Hashable {
        let listing: ShelfListing
        let card: Card
        let sinceUs: Int64
    }

    private var shown: [Int: Shown] = [:]

    static let us = ShelfPosition.tapGuard.milliseconds * 1000

    /// Notes what is drawn when this device's clock says `localUs`.
    ///
    /// - Returns: the positions, of which those that changed less than ``ShelfPosition/tapGuard`` ago say so.
    mutating func note(_ positions: [ShelfPosition], at localUs: Int64) -> [ShelfPosition] {
        positions.map { position in
            var position = position
            position.isTapGuarded = note(position, at: localUs)
            return position
        }
    }

    /// When the next position is no longer guarded; `nil` when none is guarded after `localUs`.
    func nextEndUs(after localUs: Int64) -> Int64? {
        shown.values.lazy.map { $0.sinceUs + Self.us }.filter { $0 > localUs }.min()
    }

    private mutating func note(_ position: ShelfPosition, at localUs: Int64) -> Bool {
        guard let listing = position.listing, let card = position.card else {
            shown[position.position] = nil
            return false
        }
        let before = shown[position.position]
        let isSame = before?.listing == listing && before?.card == card
        let sinceUs = isSame ? before?.sinceUs ?? localUs : localUs
        shown[position.position] = Shown(listing: listing, card: card, sinceUs: sinceUs)
        return localUs - sinceUs < Self.us
    }
}
