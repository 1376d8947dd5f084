import ShelfEngine
import ShelfModel
import ShelfWire

/// The columns of a store's future, in local time.
enum FutureTable {
    static let header = [
        "position", "item", "name", "set", "price", "currency", "start", "end", "offset", "startMs", "endMs", "decided",
    ]

    static func row(_ entry: StoreFuture.Entry, of future: StoreFuture) -> [String] {
        let offset = future.store.rules.offset
        return [
            String(entry.position + 1), entry.card.item, entry.card.name, entry.card.set, String(entry.card.price),
            future.store.currency, RFC3339.localText(entry.start, offset: offset),
            RFC3339.localText(entry.end, offset: offset), RFC3339.text(offset: offset),
            String(entry.start.milliseconds), String(entry.end.milliseconds), entry.isDecided ? "yes" : "no",
        ]
    }
}
