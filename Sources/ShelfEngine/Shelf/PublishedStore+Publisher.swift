import Crypto
import ShelfDatabase
import ShelfModel
import ShelfWire

extension PublishedStore {
    /// Makes the public view of a store from its publisher.
    package init(_ publisher: StorePublisher) {
        let windows = publisher.windows
        let chains = windows.first.map { publisher.chains(inWindowAt: $0.issuedAt) } ?? []
        self.init(
            description: StoreDescription(publisher, lead: chains.last?.leadMs), windows: windows, chains: chains,
            listings: publisher.listings, known: publisher.chains, receipts: publisher.receipts,
            changes: publisher.changes)
    }
}

extension StoreDescription {
    fileprivate init(_ publisher: StorePublisher, lead: Int64?) {
        let content = publisher.content
        self.init(
            id: content.id, title: content.title, positions: content.rules.positions,
            columns: content.columns, leadMs: lead ?? content.lead.milliseconds,
            currency: content.currency,
            publicKey: Base64URL.encode(publisher.publicKey.rawRepresentation), theme: content.theme)
    }
}
