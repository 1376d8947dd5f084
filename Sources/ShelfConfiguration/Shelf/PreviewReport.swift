package import ShelfModel

/// A preview as text, in the store's local time.
package struct PreviewReport {
    private let preview: Preview
    private let title: String
    private let stock: Int64?

    /// - Parameter stock: how many copies a listing of the store can sell, unless its item says another number.
    package init(_ preview: Preview, title: String, stock: Int64? = nil) {
        self.preview = preview
        self.title = title
        self.stock = stock
    }

    /// One line for each listing in the preview. Positions are counted from 1, as on the page.
    package var listings: [String] {
        var table = TextTable([
            ("start", .left), ("position", .right), ("seconds", .right), ("item", .left), ("name", .left),
            ("set", .left), ("planned", .left), ("price", .right),
        ])
        for listing in preview.offers {
            guard let item = preview.catalogue[listing.item] else { continue }
            table.add([
                local(listing.start), String(listing.position + 1), String(listing.seconds), item.id,
                item.name, item.set, preview.isPlanned(listing) ? "yes" : "", String(item.price),
            ])
        }
        return heading + table.lines
    }

    /// How often each set and each item is shown, beside how often its weight asks for.
    package var summary: [String] {
        let sets = preview.sharesBySet().map { (name: $0.key, share: $0.value) }
        let items = zip(preview.catalogue.items, preview.shares()).map { (name: $0.id, share: $1) }
        let idle = items.count(where: \.share.isNothing)
        let largest = Self.percent(NoRepeatLimit(preview.rules).largestShare)
        return heading + table("set", sets) + [""] + table("item", items) + limited + [
            "",
            "\(idle) of \(items.count) items can't be drawn in this span.",
            """
            Asked for is what the weights say. No item can have more than \(largest): until its listing and noRepeat are \
            over, it isn't drawn again.
            """,
        ]
    }

    /// What is limited, and how soon it can be sold out.
    private var limited: [String] {
        var table = TextTable([
            ("limited item", .left), ("shown", .right), ("left", .right), ("a listing sells", .right),
            ("sold out at the earliest", .left),
        ])
        let shown = Dictionary(grouping: preview.offers, by: \.item)
        let items = preview.catalogue.items.filter { shown[$0.id] != nil && ($0.edition != nil || $0.stock != nil) }
        for item in items {
            let (listings, left) = (shown[item.id] ?? [], preview.editionsLeft[item])
            table.add([
                item.id, String(listings.count), left.map { String($0) } ?? "no limit",
                (item.stock ?? stock).map { String($0) } ?? "no limit", soldOut(item, left: left, listings),
            ])
        }
        guard !items.isEmpty else { return [] }
        return [""] + table.lines + [
            "", "Nobody buys in a preview, so nothing sells out in it. --sold ITEM=N says what is sold before.",
        ]
    }

    /// When the listing starts with which an edition can be sold out.
    private func soldOut(_ item: Item, left: Int64?, _ offers: [Offer]) -> String {
        guard let left else { return "never" }
        let each = item.stock ?? stock ?? left
        let needed = (left - 1) / max(1, each)
        return needed < offers.count ? local(offers[Int(needed)].start) : "not in this span"
    }

    private var heading: [String] {
        let zone = preview.rules.zone.description(at: preview.span.lowerBound)
        let span = "\(local(preview.span.lowerBound)) to \(local(preview.span.upperBound)) (\(zone))"
        return [
            "\(title), \(span): \(preview.offers.count) listings",
            "Drawn with a preview seed. The server draws with a secret one: other listings, by the same rules.",
        ] + preview.rules.zone.lines(in: preview.span) + [""]
    }

    private func local(_ instant: Instant) -> String { RFC3339.localText(instant, in: preview.rules.zone) }

    private func table(_ what: String, _ shares: [(name: String, share: Preview.Share)]) -> [String] {
        var table = TextTable([
            (what, .left), ("shown", .right), ("share", .right), ("asked for", .right), ("", .left),
        ])
        let cause = preview.rules.noRepeat > .zero ? "by noRepeat" : "by being on the shelf already"
        let ordered = shares.sorted { left, right in
            (right.share.drawn, right.share.expected, left.name) < (left.share.drawn, left.share.expected, right.name)
        }
        for (name, share) in ordered where !share.isNothing {
            let part = Double(share.drawn) / Double(max(1, preview.offers.count))
            let reason = share.isCapped ? "capped \(cause) to about \(Self.percent(share.left))" : ""
            table.add([name, String(share.drawn), Self.percent(part), Self.percent(share.expected), reason])
        }
        return table.lines
    }

    /// In percent, to three decimals.
    private static func percent(_ part: Double) -> String {
        let thousandths = Int((part * 100_000).rounded())
        let decimals = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - decimals.count))\(decimals)%"
    }
}
