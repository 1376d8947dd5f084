import ShelfModel

/// Makes an item from its columns: an item's keys in YAML, or a CSV file's columns.
enum ItemReader {
    static let inEveryCSV = ["id", "name", "set", "released", "price", "edition", "glyph"]
    static let inSomeCSV = ["art", "text", "limit", "stock"]
    static let columns = inEveryCSV + inSomeCSV

    /// `nil`, and problems, when a column doesn't hold what it should.
    static func read(_ fields: Fields) -> Item? {
        let id = fields.read("id", .id(64))
        let name = fields.read("name", .label)
        let set = fields.read("set", .label)
        let released = fields.read("released", .release)
        let price = fields.read("price", .whole(0...Form<Int64>.most))
        let edition = fields.read("edition", Form<Int64>.whole(1...Form<Int64>.most).orNothing, else: nil)
        let limit = fields.read("limit", Form<Int64>.whole(1...Form<Int64>.most).orNothing, else: nil)
        let stock = fields.read("stock", Form<Int64>.whole(1...Form<Int64>.most).orNothing, else: nil)
        let glyph = fields.read("glyph", Form<String>.label.orNothing, else: nil)
        let art = fields.read("art", Form<String>.label.orNothing, else: nil)
        let text = fields.read("text", Form<String>.label.orNothing, else: nil)
        guard let id, let name, let set, let released, let price, let edition, let limit, let stock, let glyph, let art,
            let text
        else { return nil }
        return Item(
            id: id, name: name, set: set, released: released, price: price, edition: edition, limit: limit,
            stock: stock, glyph: glyph, art: art, text: text)
    }
}
