import ShelfModel

/// An invented item whose release depends on when the sample is written.
struct Arrival: Sendable {
    let id: String
    let name: String
    let set: String
    let released: Release
    let price: Int
    let edition: Int?
    let glyph: String

    enum Release: Sendable {
        /// A date this long before the sample's start.
        case before(months: Int, days: Int)
        /// An instant this long after the sample's start, so that someone who tries the sample sees the item appear.
        case after(seconds: Int)

        /// The date or instant as it is written in a catalogue.
        func text(start: Instant) -> String {
            switch self {
            case .before(let months, let days):
                let day = CalendarDate(start).adding(months: -months)
                return CalendarDate(daysSinceEpoch: day.daysSinceEpoch - days).description
            case .after(let seconds):
                return RFC3339.text(start.floored(to: .seconds(1)) + .seconds(seconds))
            }
        }
    }

    init(
        _ id: String, _ name: String, _ glyph: String, in set: String, _ released: Release, price: Int,
        edition: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.set = set
        self.released = released
        self.price = price
        self.edition = edition
        self.glyph = glyph
    }

    /// A row of `arrivals.csv`. No column of these items needs quotes.
    func row(start: Instant) -> String {
        let edition = edition.map(String.init) ?? ""
        return [id, name, set, released.text(start: start), String(price), edition, glyph].joined(separator: ",")
    }
}
