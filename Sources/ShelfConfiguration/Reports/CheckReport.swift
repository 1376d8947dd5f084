package import ShelfModel

/// What there is in a configuration without problems, for the person who wrote it.
package struct CheckReport {
    package let lines: [String]

    /// - Parameter now: when the items that can be drawn are counted.
    package init(_ configuration: Configuration, file: String, now: Instant) {
        let catalogue = configuration.catalogue
        let summary = [
            Self.count(configuration.stores.count, "store"), Self.count(catalogue.items.count, "item"),
            Self.count(catalogue.sets.count, "set"),
        ]
        var table = TextTable([
            ("store", .left), ("positions", .right), ("lead", .right), ("can be drawn now", .right), ("needed", .right),
        ])
        for store in configuration.stores {
            var odds = Odds(rules: store.rules, catalogue: catalogue)
            table.add([
                store.id, String(store.rules.positions), "\(store.lead)", String(odds.eligible(at: now)),
                String(store.rules.itemsNeeded),
            ])
        }
        lines = ["\(file) is right: \(summary.joined(separator: ", "))"] + table.lines
    }

    private static func count(_ number: Int, _ what: String) -> String {
        "\(number) \(what)\(number == 1 ? "" : "s")"
    }
}
