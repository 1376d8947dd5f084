package import ShelfModel

/// The content of a listing, which players may not see before its start.
public struct Card: Hashable, Sendable, Codable {
    /// The item's id in the catalogue.
    public let item: String
    /// The name, as players read it.
    public let name: String
    /// The set that the item belongs to.
    public let set: String
    /// In the smallest unit of the currency.
    public let price: Int64
    /// The name of the price's currency, as players read it. A store may sell for another one later.
    public let currency: String
    /// Text that is shown as the picture, such as an emoji.
    public let glyph: String?
    /// The name of the picture; `nil` when there is none.
    public let art: String?
    /// The name of the picture that the server has, and its ThumbHash; `nil` when there is none, or an unknown form.
    public let picture: CardPicture?
    /// How many can ever be sold; `nil` when there is no limit.
    public let edition: Int64?
    /// More words about the item; `nil` when there are none.
    public let text: String?
    /// When the offer begins whose listings have this card, in milliseconds since 1970; `nil` where the listing is the
    /// whole offer.
    public let fromMs: Int64?
    /// When that offer ends; `nil` where the listing is the whole offer.
    public let untilMs: Int64?

    /// For previews and tests; a store's cards come from its windows.
    public init(
        item: String, name: String, set: String, price: Int64, currency: String, glyph: String? = nil,
        art: String? = nil, picture: CardPicture? = nil, edition: Int64? = nil, text: String? = nil,
        fromMs: Int64? = nil, untilMs: Int64? = nil
    ) {
        self.item = item
        self.name = name
        self.set = set
        self.price = price
        self.currency = currency
        self.glyph = glyph
        self.art = art
        self.picture = picture
        self.edition = edition
        self.text = text
        self.fromMs = fromMs
        self.untilMs = untilMs
    }
}

extension Card {
    /// The card of an item that is sold for this currency.
    ///
    /// - Parameters:
    ///   - picture: of the item; `nil` when it has none.
    ///   - offer: when the offer begins and ends that has several listings with this card; `nil` where it has one.
    package init(_ item: Item, picture: Picture?, currency: String, offer: Range<Instant>? = nil) {
        self.init(
            item: item.id, name: item.name, set: item.set, price: item.price, currency: currency, glyph: item.glyph,
            art: item.art, picture: picture.map(CardPicture.init), edition: item.edition, text: item.text,
            fromMs: offer?.lowerBound.milliseconds, untilMs: offer?.upperBound.milliseconds)
    }

    /// When the offer begins and ends whose listings have this card; `nil` where the listing is the whole offer.
    package var offer: Range<Instant>? {
        guard let fromMs, let untilMs, fromMs < untilMs else { return nil }
        return Instant(milliseconds: fromMs)..<Instant(milliseconds: untilMs)
    }

    /// The card doesn't fit into the store's `cardBytes`.
    package struct TooLong: Error, Hashable {
        package let item: String
        package let needed: Int
        package let cardBytes: Int
    }

    /// `BE16(length) ‖ JSON ‖ zeros`, exactly `cardBytes` long.
    package func plaintext(cardBytes: Int) throws -> [UInt8] {
        let json = try WireJSON.encode(self)
        guard json.count + 2 <= cardBytes else {
            throw TooLong(item: item, needed: json.count + 2, cardBytes: cardBytes)
        }
        return BigEndian.bytes(UInt16(json.count)) + json + [UInt8](repeating: 0, count: cardBytes - 2 - json.count)
    }

    /// Returns the JSON inside a plaintext; `nil` when the bytes aren't a valid card.
    package static func json(in plaintext: [UInt8]) -> [UInt8]? {
        guard plaintext.count >= 2 else { return nil }
        let length = Int(BigEndian.read(UInt16.self, plaintext[...]))
        guard length + 2 <= plaintext.count, plaintext[(2 + length)...].allSatisfy({ $0 == 0 }) else { return nil }
        return Array(plaintext[2..<2 + length])
    }

    /// Whether a plaintext's JSON ends as that of a card does that says when its offer ends, the last of its members in
    /// order. Reading the card takes a hundred times as long.
    package static func mayJoin(_ plaintext: [UInt8]) -> Bool {
        guard plaintext.count >= 2 else { return false }
        let end = Int(BigEndian.read(UInt16.self, plaintext[...])) + 2
        let member = #""untilMs":1234567890123}"#.utf8.count
        guard end <= plaintext.count, end > member else { return false }
        return plaintext[(end - member)...].starts(with: #""untilMs":"#.utf8)
    }

    /// Reads a card; `nil` when the bytes aren't a valid card.
    package init?(plaintext: [UInt8]) {
        guard let json = Self.json(in: plaintext) else { return nil }
        self.init(json: json)
    }

    /// Reads a card from JSON; `nil` when the text isn't a valid card.
    package init?(json: [UInt8]) {
        guard let card = try? WireJSON.decode(Card.self, json), card.price >= 0 else { return nil }
        self = card
    }
}
