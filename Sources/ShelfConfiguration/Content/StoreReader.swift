import ShelfModel
import ShelfWire

/// Reads one store, and checks what doesn't depend on the catalogue or other stores.
struct StoreReader {
    static let keys = [
        "id", "title", "positions", "columns", "lead", "prefetched", "shelfLife", "changes", "noRepeat", "offset",
        "timeZone",
        "currency", "cardBytes", "onPage", "theme", "choose", "weights", "grace", "stock", "limits",
    ]
    static let usualCurrency = "coins"
    static let usualCardBytes = 256
    private static let prefetched = "prefetched"
    static let prefetchedLead = StoreContent.prefetchedLead

    let fields: Fields
    let names: KnownNames
    let zones: ZoneReader
    /// What is planned in the store; `nil` for nothing.
    let plan: Field?

    /// Returns `nil` and reports errors when something can't be read.
    func read() -> StoreDraft? {
        let (before, unread) = (fields.log.errorCount, fields.log.unreadCount)
        let zone = zones.read(fields)
        let plan = PlanReader.read(plan, in: zone ?? .utc)
        let rules = rules(zone, plan: plan?.map(\.appearance) ?? [])
        let title = fields.read("title", .label, else: rules?.store ?? "")
        let columns = columns(positions: rules?.positions)
        let lead = fields.read("lead", .lead, else: .milliseconds(300))
        let isPrefetched = isPrefetched(lead: lead)
        let currency = fields.read("currency", .storedName, else: Self.usualCurrency)
        let cardBytes = fields.read("cardBytes", .whole(64...65_535), else: Self.usualCardBytes)
        let onPage = fields.read("onPage", .flag, else: true)
        let theme = ThemeReader.read(fields["theme"])
        let sale = SaleReader.read(fields)
        guard let rules, let title, let columns, let lead, let isPrefetched, let currency, let cardBytes, let onPage,
            let theme, let sale, let plan, fields.log.unreadCount == unread
        else { return nil }
        let store = StoreContent(
            rules: rules, title: title, columns: columns, lead: lead, isPrefetched: isPrefetched, currency: currency,
            cardBytes: cardBytes, onPage: onPage, theme: theme, sale: sale)
        return StoreDraft(
            store: store, plan: plan, fields: fields, knowsNames: fields.log.errorCount == before)
    }

    /// How many positions a page draws within seconds.
    private static let positionsOnPage = 2_000

    private func warn(ofMany positions: Int) {
        guard positions > Self.positionsOnPage, fields["onPage"]?.scalar != "false" else { return }
        fields.log.warn(
            fields.place(of: "positions"), found: "\(grouped(positions)) positions",
            expected: "at most \(grouped(Self.positionsOnPage)) in a store that a page shows",
            advice: "a page takes minutes to draw more; an app that draws them itself says onPage: false")
    }

    private func rules(_ zone: Zone?, plan: [PlannedAppearance]) -> StoreRules? {
        let id = fields.read("id", .id(32))
        let end = OfferEndReader.read(fields)
        let positions = PositionsReader(usual: end ?? OfferEndReader.usual).read(fields)
        if let positions { warn(ofMany: positions.count) }
        let noRepeat = fields.read("noRepeat", .noRepeat, else: .zero)
        let choice = ChoiceReader(names: names).read(fields["choose"])
        let weights = WeightReader(names: names).read(fields["weights"])
        guard let id, let positions, let end, let noRepeat, let zone, let choice, let weights else {
            return nil
        }
        return StoreRules(
            store: id, positions: positions.count, shelfLife: end.drawn, groups: positions.groups,
            noRepeat: noRepeat, zone: zone, choice: choice, weights: weights, plan: plan)
    }

    /// Reads `columns`. Without the key it is four, or the number of positions when that is smaller.
    private func columns(positions: Int?) -> Int? {
        let most = positions ?? 65_536
        return fields.read("columns", .columns(most), else: min(4, most))
    }

    /// Reads `prefetched`, by which designers say that they mean the lead.
    private func isPrefetched(lead: TimeSpan?) -> Bool? {
        guard let field = fields[Self.prefetched] else { return false }
        guard let isPrefetched = fields.read(Self.prefetched, .flag, else: false), let lead else { return nil }
        guard isPrefetched != (lead == Self.prefetchedLead) else { return isPrefetched }
        field.log.add(
            field.place, found: "\(isPrefetched) and a lead of \(lead)",
            expected: isPrefetched ? "a lead of \(Self.prefetchedLead)" : "a shorter lead, such as 300ms")
        return nil
    }
}

extension Form<TimeSpan> {
    fileprivate static var lead: Form {
        span(.milliseconds(1)...StoreReader.prefetchedLead, example: "300ms (sealed) or 10m (prefetched)")
    }

    fileprivate static var noRepeat: Form { span(.zero ... .days(36_525), example: "4m or 2h") }
}

extension Form<Int> {
    fileprivate static func columns(_ most: Int) -> Form {
        Form("a whole number from 1 to \(most), the positions") { Form<Int>.whole(1...most).read($0) }
    }
}

extension OfferEnd {
    /// How long an offer lasts where that is drawn; what is usual where a set time ends it.
    fileprivate var drawn: ClosedRange<Int> {
        if case .shelfLife(let range) = self { range } else { 45...240 }
    }
}
