import ShelfModel
package import ShelfWire

/// What a store will really show, as text by the store's clock.
package struct FutureReport {
    private let future: FutureAnswer
    private let zone: Zone

    package init(_ future: FutureAnswer) {
        self.future = future
        zone = future.zone.zone
    }

    package var lines: [String] {
        var table = TextTable([
            ("start", .left), ("end", .left), ("position", .right), ("item", .left), ("name", .left), ("set", .left),
            ("price", .right), ("decided", .left), ("planned", .left), ("withdrawn", .left),
        ])
        for listing in future.listings {
            table.add([
                local(listing.startMs), local(listing.endMs), String(listing.position), listing.item, listing.name,
                listing.set, String(listing.price), listing.decided ? "yes" : "no", listing.planned ? "yes" : "",
                listing.withdrawn ? "yes" : "",
            ])
        }
        return heading + table.lines + ending
    }

    private var heading: [String] {
        let (from, until) = (Instant(milliseconds: future.fromMs), Instant(milliseconds: future.untilMs))
        let span = "\(local(future.fromMs)) to \(local(future.untilMs)) (\(zone.description(at: from)))"
        var lines = [
            "\(future.title), \(span): \(future.listings.count) listings",
            """
            Decided up to \(local(future.decidedUntilMs)). After that, as it will be if nothing changes; a sale of a \
            limited edition is a change.
            """,
        ]
        lines += future.coming.map {
            "Version \($0.version) takes effect at \(local($0.fromMs)) and draws what starts from \(local($0.drawsFromMs)) on."
        }
        if let closes = future.closesMs { lines.append("The store closes at \(local(closes)).") }
        lines += zone.lines(in: from..<max(from, until))
        if future.fromMs < future.keptFromMs {
            lines.append(
                "Listings that ended before \(local(future.keptFromMs)) may be missing: the server deletes them.")
        }
        return lines + [""]
    }

    private var ending: [String] {
        guard let instant = future.nothingToShowMs else { return [] }
        return [
            "", "From \(local(instant)) on no item can be drawn: widen the store's choice, or release items before.",
        ]
    }

    private func local(_ milliseconds: Int64) -> String {
        // Milliseconds would only make the columns uneven; all but the first instant are whole seconds.
        RFC3339.localText(Instant(milliseconds: milliseconds).floored(to: .seconds(1)), in: zone)
    }
}
