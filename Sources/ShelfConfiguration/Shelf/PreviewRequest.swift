package import ShelfModel

/// The store and the span of time to preview.
package struct PreviewRequest {
    package let store: StoreContent
    package let span: Range<Instant>

    package struct Refusal: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// - Parameters:
    ///   - store: the store's id; may be `nil` when there is only one store.
    ///   - from: a date on the store's calendar or an instant; `nil` for `now`.
    package init(
        _ stores: [StoreContent], store: String?, from: String?, hours: Int, now: Instant
    ) throws(Refusal) {
        let chosen = try Self.store(store, in: stores)
        let start = try from.map { text throws(Refusal) in try Self.instant(text, in: chosen.rules.zone) }
        guard (1...744).contains(hours) else {
            throw Refusal(description: "--hours: found \(hours), expected a whole number from 1 to 744 (a month)")
        }
        let first = (start ?? now).floored(to: .seconds(1))
        span = first..<first + .hours(hours)
        self.store = chosen
    }

    private static func store(_ id: String?, in stores: [StoreContent]) throws(Refusal) -> StoreContent {
        let ids = stores.map(\.id)
        if id == nil, let only = stores.first, ids.count == 1 { return only }
        if let store = stores.first(where: { $0.id == id }) { return store }
        let found = id.map { quoted($0) } ?? "nothing"
        let advice = id.flatMap { Advice.didYouMean($0, among: ids) }.map { "; \($0)" } ?? ""
        throw Refusal(description: "--store: found \(found), expected one of \(ids.joined(separator: ", "))\(advice)")
    }

    private static func instant(_ text: String, in zone: Zone) throws(Refusal) -> Instant {
        do throws(SpanStart.Unreadable) {
            return try SpanStart.instant(text, in: zone)
        } catch {
            throw Refusal(description: "--from: \(error)")
        }
    }
}
