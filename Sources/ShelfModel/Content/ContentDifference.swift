/// What differs between two contents, and how the shares of what stores show move by it.
package struct ContentDifference: Hashable, Sendable {
    /// The new title, if it is another.
    package let title: ChangedField?
    /// The ids of the stores that both have, if they come in another order.
    package let order: ChangedField?
    /// By id.
    package let items: [Entry]
    /// First those of the later content in its order, then those that are gone.
    package let stores: [Entry]
    /// For each store that both have: the sets, and the items, whose shares move.
    package let shifts: [Shift]

    /// A value that is another.
    package struct ChangedField: Hashable, Sendable {
        /// As a configuration or a catalogue names it.
        package let name: String
        /// `nil` when there was no value. Of rules in a list, each that is gone, new, or in another's place is a field.
        package let before: String?
        package let after: String?
    }

    /// An item or a store.
    package struct Entry: Hashable, Sendable {
        package let id: String
        package let kind: Kind
        /// What is another about one that both contents have.
        package let fields: [ChangedField]
    }

    package enum Kind: String, Hashable, Sendable {
        case added, removed, changed
    }

    /// How often a set or an item is expected among a store's listings, in millionths, before and after.
    ///
    /// It is the share of the listings of a day from the instant on for which the difference was made, drawn as
    /// ``Preview`` does.
    package struct Shift: Hashable, Sendable {
        package let store: String
        package let set: String?
        package let item: Item.ID?
        package let before: Int
        package let after: Int
        /// Whether it is the share of the weights instead, as at the instant, because there was no time to draw, or
        /// nothing to show. `noRepeat` and the plan are left out then.
        package let isByWeights: Bool

        var size: Int { abs(after - before) }
    }

    /// A cancelled task finds only a part of the difference.
    ///
    /// - Parameters:
    ///   - instant: from when on the shares are compared; `nil` where no shares are wanted.
    ///   - draw: draws what a store shows in a day from then on; `nil` where that isn't possible, or takes too long.
    package init(
        from before: Content, to after: Content, at instant: Instant?,
        draw: (StoreContent, Catalogue, Instant) -> StoreShares? = { _, _, _ in nil }
    ) {
        title =
            before.title == after.title
            ? nil : ChangedField(name: "title", before: before.title, after: after.title)
        order = Self.order(before, after)
        items = Self.items(before.catalogue, after.catalogue)
        stores = Self.stores(before, after, at: instant)
        shifts = after.stores.flatMap { store -> [Shift] in
            guard let instant, let old = before[store: store.id] else { return [] }
            return Self.shifts(
                old, before.catalogue, store, after.catalogue, at: instant, draw)
        }
    }

    package var isEmpty: Bool { title == nil && order == nil && items.isEmpty && stores.isEmpty }

    private static func order(_ before: Content, _ after: Content) -> ChangedField? {
        let (old, new) = (
            before.stores.map(\.id).filter { after[store: $0] != nil },
            after.stores.map(\.id).filter { before[store: $0] != nil }
        )
        guard old != new else { return nil }
        return ChangedField(
            name: "order", before: old.joined(separator: ", "), after: new.joined(separator: ", "))
    }

    private static func items(_ before: Catalogue, _ after: Catalogue) -> [Entry] {
        let ids = Set(before.items.map(\.id)).union(after.items.map(\.id)).sorted()
        return ids.compactMap { entry($0, before[$0].map(fields), after[$0].map(fields)) }
    }

    private static func stores(_ before: Content, _ after: Content, at instant: Instant?) -> [Entry] {
        let gone = before.stores.map(\.id).filter { after[store: $0] == nil }
        return (after.stores.map(\.id) + gone).compactMap { id in
            guard !Task.isCancelled else { return nil }
            let (old, new) = (before[store: id], after[store: id])
            guard var entry = entry(id, old.map(fields), new.map(fields)) ?? Self.same(id, old, new)
            else {
                return nil
            }
            if let old, let new {
                let clock = clock(old.rules.zone, new.rules.zone, at: instant)
                entry = Entry(id: id, kind: .changed, fields: entry.fields + clock + rules(old, new))
            }
            return entry.kind == .changed && entry.fields.isEmpty ? nil : entry
        }
    }

    private static func same(_ id: String, _ old: StoreContent?, _ new: StoreContent?) -> Entry? {
        old == new ? nil : Entry(id: id, kind: .changed, fields: [])
    }

    private static func entry(
        _ id: String, _ before: [(String, String?)]?, _ after: [(String, String?)]?
    ) -> Entry? {
        guard let before else { return Entry(id: id, kind: .added, fields: []) }
        guard let after else { return Entry(id: id, kind: .removed, fields: []) }
        let changed = zip(before, after).filter { $0.1 != $1.1 }
        let fields = changed.map { ChangedField(name: $0.0, before: $0.1, after: $1.1) }
        return fields.isEmpty ? nil : Entry(id: id, kind: .changed, fields: fields)
    }

    private static func fields(_ item: Item) -> [(String, String?)] {
        [
            ("name", item.name), ("set", item.set), ("released", text(item.released)),
            ("price", "\(item.price)"),
            ("edition", item.edition.map { "\($0)" }), ("limit", item.limit.map { "\($0)" }),
            ("stock", item.stock.map { "\($0)" }), ("glyph", item.glyph), ("art", item.art),
            ("picture", item.master.map(text)), ("text", item.text),
        ]
    }

    /// The first digits of a master's SHA-256, as many as tell two masters apart.
    private static func text(_ master: [UInt8]) -> String {
        master.prefix(6).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    private static func text(_ release: Item.Release) -> String {
        switch release {
        case .date(let date): "\(date)"
        case .instant(let instant): RFC3339.text(instant)
        }
    }

    private static func fields(_ store: StoreContent) -> [(String, String?)] {
        let (rules, sale) = (store.rules, store.sale)
        return [
            ("title", store.title), ("positions", "\(rules.positions)"), ("columns", "\(store.columns)"),
            ("lead", "\(store.lead)"),
            ("prefetched", "\(store.isPrefetched)"),
            ("shelfLife", text(lives(rules))), ("changes", text(changes(rules))),
            ("noRepeat", "\(rules.noRepeat)"),
            ("offset", rules.zone.name == nil ? RFC3339.text(offset: rules.zone.first) : nil),
            ("timeZone", rules.zone.name),
            ("currency", store.currency),
            ("cardBytes", "\(store.cardBytes)"), ("onPage", "\(store.onPage)"),
            ("grace", "\(sale.grace)"),
            ("stock", sale.stock.map { "\($0)" }),
            ("limits", text(RuleText.text(sale.limits))),
            ("choose", text(RuleText.text(rules.choice))),
        ] + fields(store.theme)
    }

    private static func text(_ text: String) -> String? { text.isEmpty ? nil : text }

    /// How long offers last where that is drawn, by position where not all are alike.
    private static func lives(_ rules: StoreRules) -> String {
        rows(rules) { end in
            guard case .shelfLife(let range) = end else { return nil }
            return "\(range.lowerBound)s to \(range.upperBound)s"
        }
    }

    /// When offers end where that is at set times, by position where not all are alike.
    private static func changes(_ rules: StoreRules) -> String {
        rows(rules) { end in
            guard case .changes(let changes) = end else { return nil }
            return changes.text + (changes.spread > .zero ? ", spread over \(changes.spread)" : "")
        }
    }

    private static func rows(_ rules: StoreRules, _ text: (OfferEnd) -> String?) -> String {
        guard rules.ends.count > 1 else { return rules.ends.first.flatMap { text($0.end) } ?? "" }
        let named = rules.groups.compactMap { group in
            text(group.end).map {
                let (first, last) = (group.positions.lowerBound + 1, group.positions.upperBound)
                return (first == last ? "\(first)" : "\(first)-\(last)") + ": " + $0
            }
        }
        return named.joined(separator: "; ")
    }

    private static func fields(_ theme: Theme) -> [(String, String?)] {
        [("theme.icon", theme.icon)]
            + [("light", theme.light), ("dark", theme.dark)].flatMap { name, palette in
                [
                    ("theme.\(name).start", palette.from), ("theme.\(name).end", palette.to),
                    ("theme.\(name).accent", palette.accent), ("theme.\(name).shadow", palette.shadow),
                ]
            }
    }

    /// The clock of a zone of the same name, if it goes another way: the files that it was read from are others.
    private static func clock(_ before: Zone, _ after: Zone, at instant: Instant?) -> [ChangedField] {
        guard before.name == after.name, let name = before.name, before != after else { return [] }
        let since = instant ?? Zone.kept.lowerBound
        let start = before.firstDifference(from: after, since: since) ?? before.firstDifference(from: after) ?? since
        func text(_ zone: Zone) -> String {
            "\(name) at UTC\(RFC3339.text(offset: zone.offset(at: start))) from \(RFC3339.text(start)) on"
        }
        return [ChangedField(name: "timeZone", before: text(before), after: text(after))]
    }

    /// Rules, of which a store may have several: those that are gone, and those that are new.
    private static func rules(_ before: StoreContent, _ after: StoreContent) -> [ChangedField] {
        lists("weights", before.rules.weights.map(RuleText.text), after.rules.weights.map(RuleText.text))
            + lists("plan", before.rules.plan.map(RuleText.text), after.rules.plan.map(RuleText.text))
    }

    /// Of rules that are gone and rules that are new between the same neighbours, the first takes the first one's place,
    /// and so on. A rule that only moved isn't named.
    private static func lists(_ name: String, _ before: [String], _ after: [String]) -> [ChangedField] {
        let difference = after.difference(from: before)
        func offsets(_ changes: [CollectionDifference<String>.Change]) -> Set<Int> {
            Set(
                changes.map { change in
                    switch change {
                    case .remove(let offset, _, _), .insert(let offset, _, _): offset
                    }
                })
        }
        let (removed, inserted) = (offsets(difference.removals), offsets(difference.insertions))
        let moved = Set(removed.map { before[$0] }).intersection(inserted.map { after[$0] })
        var (fields, old, new) = ([ChangedField](), 0, 0)
        while old < before.count || new < after.count {
            var (gone, added) = ([String](), [String]())
            while removed.contains(old) {
                gone.append(before[old])
                old += 1
            }
            while inserted.contains(new) {
                added.append(after[new])
                new += 1
            }
            (gone, added) = (gone.filter { !moved.contains($0) }, added.filter { !moved.contains($0) })
            fields += (0..<max(gone.count, added.count)).map { place in
                ChangedField(
                    name: name, before: place < gone.count ? gone[place] : nil,
                    after: place < added.count ? added[place] : nil)
            }
            (old, new) = (old + 1, new + 1)
        }
        return fields
    }
}

extension ContentDifference {
    /// What a store shows before and after.
    private struct Shown {
        let store: String
        let before: StoreShares
        let after: StoreShares
        /// Whether these are the shares of weights.
        let isByWeights: Bool

        /// The sets that move, and the items that move most. What changed rules name comes first, whether it moves or
        /// not; then the largest move.
        func shifts(named: (sets: Set<String>, items: Set<Item.ID>)) -> [Shift] {
            let sets = moved(\.sets, named: named.sets) { Shift(store: store, set: $0, item: nil, $1, $2, isByWeights) }
            let items = moved(\.items, named: named.items) {
                Shift(store: store, set: nil, item: $0, $1, $2, isByWeights)
            }
            return sets + items.prefix(itemsAtMost)
        }

        private func moved(
            _ shares: KeyPath<StoreShares, [String: Int]>, named: Set<String>, _ shift: (String, Int, Int) -> Shift
        ) -> [Shift] {
            let (old, new) = (before[keyPath: shares], after[keyPath: shares])
            return Set(old.keys).union(new.keys)
                .map { (isNamed: named.contains($0), name: $0, shift: shift($0, old[$0] ?? 0, new[$0] ?? 0)) }
                .filter { $0.isNamed || isSeen($0.shift) }
                .sorted { ($1.isNamed ? 1 : 0, $1.shift.size, $0.name) < ($0.isNamed ? 1 : 0, $0.shift.size, $1.name) }
                .map(\.shift)
        }

        /// Whether a move isn't chance. Two draws of the same rules lie further apart once in ten thousand: by four
        /// standard errors of a binomial share.
        private func isSeen(_ shift: Shift) -> Bool {
            guard !isByWeights else { return shift.size >= leastShift }
            let listings = Double(min(before.listings, after.listings))
            let share = max(Double(max(shift.before, shift.after)) / 1_000_000, 1 / listings)
            return Double(shift.size) > 4_000_000 * (2 * share * (1 - share) / listings).squareRoot()
        }
    }

    private static func shifts(
        _ before: StoreContent, _ oldCatalogue: Catalogue, _ after: StoreContent, _ newCatalogue: Catalogue,
        at instant: Instant, _ draw: (StoreContent, Catalogue, Instant) -> StoreShares?
    ) -> [Shift] {
        let (light, heavy) = (
            StoreShares.byWeights(before, oldCatalogue, at: instant),
            StoreShares.byWeights(after, newCatalogue, at: instant)
        )
        let isSame = before.rules == after.rules && oldCatalogue.chances == newCatalogue.chances
        guard !isSame || light != heavy else { return [] }
        let named = named(by: before.rules.weights, or: after.rules.weights)
        guard let old = draw(before, oldCatalogue, instant), let new = draw(after, newCatalogue, instant) else {
            return Shown(store: after.id, before: light, after: heavy, isByWeights: true).shifts(named: named)
        }
        return Shown(store: after.id, before: old, after: new, isByWeights: false).shifts(named: named)
    }

    /// The sets and the items that rules name which only one of both has.
    private static func named(
        by before: [WeightRule], or after: [WeightRule]
    ) -> (sets: Set<String>, items: Set<Item.ID>) {
        let changed = before.filter { !after.contains($0) } + after.filter { !before.contains($0) }
        return (
            changed.reduce(into: []) { $0.formUnion($1.selector.sets ?? []) },
            changed.reduce(into: []) { $0.formUnion($1.selector.items ?? []) }
        )
    }

    /// Smaller moves of weights, in millionths, are left out.
    private static let leastShift = 100
    /// How many items are named for each store; every set that moves is.
    private static let itemsAtMost = 20
}

extension ContentDifference.Shift {
    fileprivate init(store: String, set: String?, item: Item.ID?, _ before: Int, _ after: Int, _ isByWeights: Bool) {
        (self.store, self.set, self.item) = (store, set, item)
        (self.before, self.after, self.isByWeights) = (before, after, isByWeights)
    }
}

extension Catalogue {
    /// What the chances of items go by, prices apart, which only some rules look at.
    fileprivate var chances: [Item] {
        items.map {
            Item(id: $0.id, name: "", set: $0.set, released: $0.released, price: 0, edition: $0.edition)
        }
    }
}
