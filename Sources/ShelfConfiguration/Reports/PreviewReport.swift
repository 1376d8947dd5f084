package import ShelfModel

/// A preview as text.
package struct PreviewReport {
    private let preview: Preview
    private let title: String

    package init(_ preview: Preview, title: String) {
        self.preview = preview
        self.title = title
    }

    /// Every coming listing.
    package var listings: [String] {
        var table = TextTable([
            ("start", .left), ("position", .right), ("seconds", .right), ("item", .left), ("name", .left),
            ("set", .left), ("price", .right),
        ])
        for listing in preview.listings {
            guard let item = preview.catalogue[listing.item] else { continue }
            table.add([
                RFC3339.text(listing.start), String(listing.position), String(listing.seconds), item.id, item.name,
                item.set, String(item.price),
            ])
        }
        return heading + table.lines
    }

    /// How often each set and each item is shown, against what its weight asks for.
    package var summary: [String] {
        let sets = preview.sharesBySet().map { (name: $0.key, share: $0.value) }
        let items = zip(preview.catalogue.items, preview.shares()).map { (name: $0.id, share: $1) }
        let idle = items.count(where: \.share.isNothing)
        return heading + table("set", sets) + [""] + table("item", items) + [
            "",
            "\(idle) of \(items.count) items can't be drawn in this span.",
            "Asked for is what the weights say; noRepeat keeps what weighs much a little below that.",
        ]
    }

    private var heading: [String] {
        let span = "\(RFC3339.text(preview.span.lowerBound)) to \(RFC3339.text(preview.span.upperBound))"
        return [
            "\(title), \(span): \(preview.listings.count) listings",
            "Drawn with a preview seed. The server draws with a secret one: other listings, by the same rules.",
            "",
        ]
    }

    private func table(_ what: String, _ shares: [(name: String, share: Preview.Share)]) -> [String] {
        var table = TextTable([(what, .left), ("shown", .right), ("share", .right), ("asked for", .right)])
        let ordered = shares.sorted { left, right in
            (right.share.drawn, right.share.expected, left.name) < (left.share.drawn, left.share.expected, right.name)
        }
        for (name, share) in ordered where !share.isNothing {
            let part = Double(share.drawn) / Double(max(1, preview.listings.count))
            table.add([name, String(share.drawn), Self.percent(part), Self.percent(share.expected)])
        }
        return table.lines
    }

    /// To three decimals.
    private static func percent(_ part: Double) -> String {
        let thousandths = Int((part * 100_000).rounded())
        let decimals = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - decimals.count))\(decimals)%"
    }
}
