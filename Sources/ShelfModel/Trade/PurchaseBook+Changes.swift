/// Names the rows that the judged orders have changed. A database writes these with the book's values, and no others.
extension PurchaseBook {
    /// The orders that were sold, in the order of judgement.
    package var sold: [PurchaseOrder] { judged.filter(\.settled.verdict.isSold).map(\.order) }

    /// The wallets that have paid. A player who buys only what is free may have no wallet.
    package var changedWallets: Set<Wallet> { Set(sold.filter { $0.terms.price > 0 }.map(\.wallet)) }

    /// What was bought, each with the latest order that was sold. That one's card is shown in the inventory.
    package var changedOwnerships: [Ownership: PurchaseOrder] {
        Dictionary(sold.map { ($0.ownership, $0) }) { _, latest in latest }
    }

    /// The limited editions of which copies were sold.
    package var changedEditions: Set<Item.ID> { Set(sold.filter { $0.terms.edition != nil }.map(\.terms.item)) }

    /// The listings with limited stock, or offers of several, that have sold copies.
    package var changedStock: Set<ListingName> { Set(sold.filter { $0.terms.stock != nil }.map(\.counted)) }

    package var changedTallies: Set<Tally> { Set(sold.flatMap(\.tallies)) }
}
