package import ShelfModel

/// What someone wants to see of the coming listings.
package struct PreviewRequest {
    package let store: StoreConfiguration
    package let span: Range<Instant>

    package struct Refusal: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// - Parameters:
    ///   - store: an id; `nil` where there is only one.
    ///   - from: a date on the store's calendar or an instant; `nil` for `now`.
    package init(
        _ configuration: Configuration, store: String?, from: String?, hours: Int, now: Instant
    ) throws(Refusal) {
        let chosen = try Self.store(store, in: configuration)
        let start = try from.map { text throws(Refusal) in try Self.instant(text, offset: chosen.rules.offset) }
        guard (1...744).contains(hours) else {
            throw Refusal(description: "--hours: found \(hours), expected a whole number from 1 to 744 (a month)")
        }
        let first = (start ?? now).floored(to: .seconds(1))
        span = first..<first + .hours(hours)
        self.store = chosen
    }

    private static func store(_ id: String?, in configuration: Configuration) throws(Refusal) -> StoreConfiguration {
        let ids = configuration.stores.map(\.id)
        if id == nil, let only = configuration.stores.first, ids.count == 1 { return only }
        if let store = configuration.stores.first(where: { $0.id == id }) { return store }
        let found = id.map { quoted($0) } ?? "nothing"
        let hint = id.map { NearName.hint($0, among: ids) } ?? ""
        throw Refusal(description: "--store: found \(found), expected one of \(ids.joined(separator: ", "))\(hint)")
    }

    private static func instant(_ text: String, offset: TimeSpan) throws(Refusal) -> Instant {
        let form = Form<Item.Release>.release
        guard let release = form.read(text) else {
            throw Refusal(description: "--from: found \(quoted(text)), expected \(form.expected)")
        }
        return release.instant(offset: offset)
    }
}
