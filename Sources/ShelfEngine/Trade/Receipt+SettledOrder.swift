package import ShelfModel
package import ShelfWire

extension Receipt {
    /// Makes the receipt of a sold order.
    ///
    /// - Returns: `nil` when the order wasn't sold, or the id of its chain is malformed.
    package init?(_ settled: SettledOrder) {
        let (order, listing) = (settled.order, settled.order.listing)
        guard case .sold(let number) = settled.verdict, let chain = ChainID(bytes: listing.chain) else { return nil }
        self.init(
            purchase: settled.id, player: String(order.id.player), key: order.id.key, store: listing.store,
            chain: chain, slot: listing.slot, position: listing.position, revision: listing.revision,
            item: order.item, price: order.offered, currency: order.currency, number: number,
            at: order.at.milliseconds)
    }
}
