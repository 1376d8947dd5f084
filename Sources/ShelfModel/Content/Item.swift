/// Something that a store can show.
package struct Item: Hashable, Sendable, Identifiable {
    package let id: String
    package let name: String
    package let set: String
    package let released: Release
    /// In the smallest unit of the currency of the store that sells it.
    package let price: Int64
    /// How many copies can ever be sold; `nil` when there is no limit.
    package let edition: Int64?
    /// How many copies one player may own; `nil` when the store's rules say.
    package let limit: Int64?
    /// How many copies one listing can sell; `nil` when the store's rules say.
    package let stock: Int64?
    /// Text that is shown as the picture, such as an emoji.
    package let glyph: String?
    package let art: String?
    /// SHA-256 of the master of its picture, 32 bytes; `nil` when it has no picture.
    package var master: [UInt8]?
    package let text: String?

    /// When an item may first be drawn.
    package enum Release: Hashable, Sendable {
        /// At the first instant of a day, in the store's local time.
        case date(CalendarDate)
        case instant(Instant)

        package func instant(in zone: Zone) -> Instant {
            switch self {
            case .date(let date): date.start(in: zone)
            case .instant(let instant): instant
            }
        }
    }

    package init(
        id: String, name: String, set: String, released: Release, price: Int64, edition: Int64? = nil,
        limit: Int64? = nil, stock: Int64? = nil, glyph: String? = nil, art: String? = nil, master: [UInt8]? = nil,
        text: String? = nil
    ) {
        self.id = id
        self.name = name
        self.set = set
        self.released = released
        self.price = price
        self.edition = edition
        self.limit = limit
        self.stock = stock
        self.glyph = glyph
        self.art = art
        self.master = master
        self.text = text
    }
}
