import ShelfModel

/// An invented item whose release is reckoned from the sample's start.
struct Arrival: Sendable {
    let id: String
    let name: String
    let set: String
    let released: Release
    let price: Int
    let edition: Int?
    let glyph: String

    enum Release: Sendable {
        /// On a day so long before the start.
        case before(months: Int, days: Int)
        /// So many seconds after the start, while someone watches.
        case after(seconds: Int)

        /// As a catalogue has it: a date, or an instant.
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
