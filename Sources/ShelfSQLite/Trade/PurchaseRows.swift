import ShelfModel
import ShelfSQL

extension SettledOrder {
    /// Stores the order and, if it was sold, the journal entry of its payment.
    ///
    /// - Parameter card: the number of the card that was on sale.
    func insert(card: Int64?, into session: SQLiteSession) throws {
        switch verdict {
        case .sold(let number):
            try insert(number: number, card: card, into: session)
            try payment?.insert(into: session)
        case .refused(let refusal):
            let place = try Refusals.last(of: order.id.player, in: session) + 1
            try insert(refusal: refusal.rawValue, place: place, card: card, into: session)
            try Refusals.forget(place - Int64(RefusedOrders.kept), of: order.id.player, in: session)
        }
    }

    private func insert(
        refusal: String? = nil, number: Int64? = nil, place: Int64? = nil, card: Int64?, into session: SQLiteSession
    ) throws {
        let listing = order.listing
        try session.run(
            """
            INSERT INTO purchase VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
            """,
            [
                id, order.id.player, order.id.key, order.at, listing.store, listing.chain,
                listing.slot, listing.position, listing.revision, order.item, order.currency, order.offered, refusal,
                number, card, place,
            ])
    }
}

/// The refused orders of a player. They are numbered in the order of arrival, so that the oldest is found at once.
private enum Refusals {
    static func last(of player: Int64, in session: SQLiteSession) throws -> Int64 {
        try session.value(
            """
            SELECT MAX(refusal_place) FROM purchase INDEXED BY refusal_of_player
            WHERE player = $1 AND refusal_place IS NOT NULL
            """, [player]) ?? 0
    }

    static func forget(_ place: Int64, of player: Int64, in session: SQLiteSession) throws {
        guard place > 0 else { return }
        try session.run("DELETE FROM purchase WHERE player = $1 AND refusal_place = $2", [player, place])
    }
}
