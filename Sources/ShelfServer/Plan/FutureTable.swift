import ShelfEngine
import ShelfModel
import ShelfWire

/// The columns of a store's future, by the store's clock.
enum FutureTable {
    static let header = [
        "position", "item", "name", "set", "price", "currency", "start", "end", "zone", "startMs", "endMs", "decided",
        "planned", "withdrawn",
    ]

    static func row(_ entry: StoreFuture.Entry, of future: StoreFuture) -> [CSVText.Cell] {
        let zone = future.store.rules.zone
        return [
            .number(Int64(entry.position) + 1), .text(entry.card.item), .text(entry.card.name), .text(entry.card.set),
            .number(entry.card.price), .text(entry.card.currency),
            .plain(RFC3339.localText(entry.start, in: zone)),
            .plain(RFC3339.localText(entry.end, in: zone)), .plain("\(zone)"),
            .number(entry.start.milliseconds), .number(entry.end.milliseconds),
            .plain(entry.isDecided ? "yes" : "no"),
            .plain(entry.appearance == nil ? "no" : "yes"), .plain(entry.isWithdrawn ? "yes" : "no"),
        ]
    }
}
