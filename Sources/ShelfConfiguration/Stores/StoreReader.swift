import ShelfModel
import ShelfWire

/// Reads one store, and checks what can be told from it alone.
struct StoreReader {
    static let keys = [
        "id", "title", "positions", "columns", "lead", "shelfLife", "noRepeat", "offset", "currency", "cardBytes",
        "appSecret", "onPage", "theme", "choose", "weights", "grace", "stock", "limits",
    ]
    static let usualCurrency = "coins"
    static let prefetchedLead = TimeSpan.minutes(10)

    let fields: Fields
    let names: KnownNames

    /// `nil`, and problems, when something can't be read.
    func read() -> StoreConfiguration? {
        let before = fields.log.count
        let rules = rules()
        let title = fields.read("title", .label, else: rules?.store ?? "")
        let columns = columns(positions: rules?.positions)
        let lead = fields.read("lead", .lead, else: .milliseconds(300))
        let currency = fields.read("currency", .label, else: Self.usualCurrency)
        let cardBytes = fields.read("cardBytes", .whole(64...65_535), else: 256)
        let appSecret = appSecret(lead: lead)
        let onPage = fields.read("onPage", .flag, else: true)
        let theme = ThemeReader.read(fields["theme"])
        let sale = SaleReader.read(fields)
        guard let rules, let title, let columns, let lead, let currency, let cardBytes, let onPage, let theme, let sale,
            fields.log.count == before
        else { return nil }
        return StoreConfiguration(
            rules: rules, title: title, columns: columns, lead: lead, currency: currency, cardBytes: cardBytes,
            appSecret: appSecret, onPage: onPage, theme: theme, sale: sale)
    }

    private func rules() -> StoreRules? {
        let id = fields.read("id", .id(32))
        let positions = fields.read("positions", .whole(1...65_536))
        let shelfLife = shelfLife()
        let noRepeat = fields.read("noRepeat", .span, else: .zero)
        let offset = fields.read("offset", .offset, else: .zero)
        let choice = ChoiceReader(names: names).read(fields["choose"])
        let weights = WeightReader(names: names).read(fields["weights"])
        guard let id, let positions, let shelfLife, let noRepeat, let offset, let choice, let weights else {
            return nil
        }
        return StoreRules(
            store: id, positions: positions, shelfLife: shelfLife, noRepeat: noRepeat, offset: offset,
            choice: choice, weights: weights)
    }

    private func shelfLife() -> ClosedRange<Int>? {
        guard let field = fields["shelfLife"] else { return 45...240 }
        guard let ends = field.fields(["from", "to"]),
            let from = ends.read("from", .shelfLife, else: 45), let to = ends.read("to", .shelfLife, else: 240)
        else { return nil }
        guard from <= to else {
            field.log.add(
                field.place, found: "from \(TimeSpan.seconds(from)) to \(TimeSpan.seconds(to))",
                expected: "the first to be at most the second")
            return nil
        }
        return from...to
    }

    /// Four to a row where the key is left out.
    private func columns(positions: Int?) -> Int? {
        let most = positions ?? 65_536
        return fields.read("columns", .columns(most), else: min(4, most))
    }

    private func appSecret(lead: TimeSpan?) -> AppSecret? {
        guard let field = fields["appSecret"] else { return nil }
        guard let secret = field.scalar.flatMap({ AppSecret($0) }) else {
            // Not quoted: what is meant to be a secret may be one.
            field.log.add(
                field.place, found: "something else", expected: "32 random bytes in base64url, 43 characters without =")
            return nil
        }
        if let lead, lead != Self.prefetchedLead {
            field.log.add(
                field.place, found: "an app secret and a lead of \(lead)",
                expected: "a lead of \(Self.prefetchedLead), since only a prefetched store has an app secret")
        }
        return secret
    }
}

extension Form<TimeSpan> {
    fileprivate static var lead: Form {
        Form("a span over 0ms and up to 10m, such as 300ms (sealed) or 10m (prefetched)") { text in
            span.read(text).flatMap { $0 > .zero && $0 <= StoreReader.prefetchedLead ? $0 : nil }
        }
    }
}

extension Form<Int> {
    /// Seconds. Chains last at least 12 hours, so that a listing of 11 never needs a window to name three of them.
    fileprivate static var shelfLife: Form {
        Form("whole seconds from 1s to 11h, such as 45s or 4m") { text in
            Form<TimeSpan>.span.read(text).flatMap { span in
                span >= .seconds(1) && span <= .hours(11) && span.milliseconds % 1000 == 0
                    ? Int(span.wholeSeconds) : nil
            }
        }
    }

    fileprivate static func columns(_ most: Int) -> Form {
        Form("a whole number from 1 to \(most), the positions") { Form<Int>.whole(1...most).read($0) }
    }
}
