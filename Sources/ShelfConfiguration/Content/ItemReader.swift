import ShelfModel

/// Makes an item from its fields, which are the keys of a YAML mapping or the columns of a CSV record.
struct ItemReader {
    static let inEveryCSV = ["id", "name", "set", "released", "price"]
    static let inSomeCSV = ["edition", "glyph", "art", "picture", "text", "limit", "stock"]
    /// Those that most catalogues have, in the order in which they are explained.
    static let inMostCSV = inEveryCSV + ["edition", "glyph"]
    static let columns = inEveryCSV + inSomeCSV

    static let columnsExpected = """
        the columns \(inEveryCSV.joined(separator: ",")) and perhaps \(inSomeCSV.joined(separator: ","))
        """

    let id = Form<String>.id(64)
    private let label = Form<String>.label
    let pictureName = Form<String>.label.orNothing
    private let labelOrNothing = Form<String>.label.orNothing
    private let release: Form<Item.Release>
    private let price = Form<Int64>.price
    private let countOrNothing = Form<Int64>.count.orNothing

    /// - Parameters:
    ///   - now: the current time. A release long after it gets a warning.
    ///   - zone: by its clock an instant is guessed from a text without an offset.
    init(now: Instant, zone: Zone) {
        release = .release(now: now, zone: zone)
    }

    /// Reads one item. Returns `nil` and reports errors when a field has an invalid value.
    func read(_ fields: Fields) -> Item? {
        let id = fields.read("id", id)
        let name = fields.read("name", label)
        let set = fields.read("set", label)
        let released = fields.read("released", release)
        let price = fields.read("price", price)
        let edition = fields.read("edition", countOrNothing, else: nil)
        let limit = fields.read("limit", countOrNothing, else: nil)
        let stock = fields.read("stock", countOrNothing, else: nil)
        let glyph = fields.read("glyph", labelOrNothing, else: nil)
        let art = fields.read("art", labelOrNothing, else: nil)
        let text = fields.read("text", labelOrNothing, else: nil)
        guard let id, let name, let set, let released, let price, let edition, let limit, let stock, let glyph, let art,
            let text
        else { return nil }
        return Item(
            id: id, name: name, set: set, released: released, price: price, edition: edition, limit: limit,
            stock: stock, glyph: glyph, art: art, text: text)
    }
}
