import Foundation
package import ShelfModel
import ShelfWire

/// The items that a foreign table becomes.
package struct ImportedCatalogue: Sendable {
    package struct Options: Sendable {
        /// The set of items that have none.
        package var set = "items"
        /// The price of items that have none, or that of 0; `nil` leaves out those without one.
        package var free: Int64?
        /// What a price of 1 is in the smallest unit; `nil` for 1, or 100 where a price has decimals.
        package var scale: Int64?
        /// Which part stands first in a date such as `03/04/2025`; `nil` to find it by the table's other dates.
        package var dates: ImportedDates.Order?
        /// The ids of the other catalogue files' items, and the files.
        package var used: [Item.ID: String] = [:]
        /// How many bytes a card may have in every store, besides the currency's name.
        package var cardBytes = 256

        package init() {}
    }

    package struct Entry: Sendable {
        package fileprivate(set) var item: Item
        package let line: Int
        /// What the table has as the item's picture; empty for nothing.
        package fileprivate(set) var picture: String
        /// The texts after which a file with its picture may be named, the likeliest first.
        package let names: [String]
    }

    package private(set) var entries: [Entry] = []
    package private(set) var remarks: [ImportRemark] = []
    /// What holds for all rows, and people should know.
    package private(set) var notes: [String] = []

    private let map: ColumnMap
    private let options: Options
    private let prices: ImportedPrices
    private let dates: ImportedDates
    private let today: CalendarDate
    private var ids = ProposedIDs(atMost: ProposedIDs.ofItem)

    /// - Parameter now: items without a date are released on the day that has begun everywhere by then.
    package init(_ table: ForeignTable, map: ColumnMap, options: Options, now: Instant) {
        self.map = map
        self.options = options
        prices = ImportedPrices(table.rows.lazy.map { map.cell("price", of: $0) }, scale: options.scale)
        dates = ImportedDates(table.rows.lazy.map { map.cell("released", of: $0) }, order: options.dates)
        today = CalendarDate(now - .hours(12))
        remarks = table.unreadable.map { ImportRemark(.unreadable, line: $0.line, found: $0.found) }
        for (index, row) in table.rows.enumerated() { add(row, number: index + 1) }
        note(table)
    }

    private mutating func note(_ table: ForeignTable) {
        let free = entries.count { $0.item.price == 0 }
        if free > 0 {
            notes.append("free, as in the table: \(counted(free, "item")); --free PRICE gives them a price")
        }
        if prices.haveDecimals, options.scale == nil {
            notes.append("prices have decimals, so 1.50 is 150 and 2 is 200; --scale takes them otherwise")
        }
        if let (column, units) = map.units(in: table) {
            notes.append(
                "prices are numbers only: \(column) isn't read, which has \(alternatives(units.map { readable($0) }))")
        }
        if !map.lines.contains(where: { $0.field == "name" }) {
            notes.append("there is no column of names, so they are made of the ids; --map name=COLUMN takes another")
        }
    }

    private mutating func add(_ row: ForeignTable.Row, number: Int) {
        let id = map.cell("id", of: row)
        let ownName = Self.line(map.cell("name", of: row))
        let name = ownName.isEmpty ? Self.name(ofID: id) : ownName
        guard !name.isEmpty else { return remark(.nameless, row, found: row.cells.first { !$0.isEmpty } ?? "") }
        guard let price = price(of: row, name: name), let unique = self.id(id, name: name, of: row, number: number)
        else { return }
        let set = Self.line(map.cell("set", of: row))
        let (glyph, picture) = glyphAndPicture(of: row)
        let item = Item(
            id: unique, name: cut(name, .cutName, row), set: set.isEmpty ? options.set : cut(set, .cutSet, row),
            released: release(of: row), price: price, edition: count("edition", of: row),
            limit: count("limit", of: row), stock: count("stock", of: row), glyph: glyph,
            art: Self.orNothing(Self.line(map.cell("art", of: row))), text: nil)
        entries.append(
            Entry(
                item: withText(item, of: row), line: row.line, picture: picture,
                names: [unique, id, name].filter { !$0.isEmpty }))
    }

    private mutating func remark(_ kind: ImportRemark.Kind, _ row: ForeignTable.Row, found: String) {
        remarks.append(ImportRemark(kind, line: row.line, found: quoted(found)))
    }

    private mutating func price(of row: ForeignTable.Row, name: String) -> Int64? {
        let text = map.cell("price", of: row)
        switch prices.read(text) {
        case .price(0): return options.free ?? 0
        case .price(let price): return price
        case .nothing:
            if options.free == nil { remark(.priceless, row, found: name) }
            return options.free
        case .negative: remark(.negativePrice, row, found: text)
        case .broken: remark(.brokenPrice, row, found: text)
        case .unread: remark(.unreadPrice, row, found: text)
        }
        return nil
    }

    private mutating func id(_ text: String, name: String, of row: ForeignTable.Row, number: Int) -> Item.ID? {
        var id = ProposedIDs.id(of: text)
        if id.isEmpty { id = ProposedIDs.id(of: name) }
        if id.isEmpty {
            id = "item-\(number)"
            remark(.noID, row, found: name)
        }
        if let file = options.used[id] {
            remarks.append(ImportRemark(.usedID, line: row.line, found: "\(id) in \(file)"))
            return nil
        }
        var unique = ids.next(for: id)
        while options.used[unique] != nil { unique = ids.next(for: id) }
        if unique != id { remarks.append(ImportRemark(.repeatedID, line: row.line, found: unique)) }
        return unique
    }

    private mutating func release(of row: ForeignTable.Row) -> Item.Release {
        let text = map.cell("released", of: row)
        guard !text.isEmpty else { return .date(today) }
        if let release = dates.read(text) { return release }
        remark(.unreadDate, row, found: text)
        return .date(today)
    }

    private mutating func count(_ field: String, of row: ForeignTable.Row) -> Int64? {
        let text = map.cell(field, of: row)
        guard !text.isEmpty else { return nil }
        let counts = WrittenNumber.counts(text).compactMap(Form<Int64>.count.read)
        if counts.count != 1 { remark(.unreadCount, row, found: text) }
        return counts.count == 1 ? counts[0] : nil
    }

    /// An emoji in the column of pictures is a glyph.
    private mutating func glyphAndPicture(of row: ForeignTable.Row) -> (glyph: String?, picture: String) {
        let picture = map.cell("picture", of: row)
        let isEmoji =
            picture.unicodeScalars.count <= 8 && !picture.contains(".")
            && picture.unicodeScalars.contains { $0.properties.isEmoji && $0.value > 0xFF }
        let text = Self.line(map.cell("glyph", of: row))
        let glyph = text.isEmpty && isEmoji ? Self.line(picture) : text
        let isLabel = glyph.isEmpty || Form<String>.label.read(glyph) != nil
        if !isLabel { remark(.oddGlyph, row, found: glyph) }
        return (isLabel ? Self.orNothing(glyph) : nil, isEmoji ? "" : picture)
    }

    private static let lettersAtMost = 200

    private mutating func cut(_ text: String, _ kind: ImportRemark.Kind, _ row: ForeignTable.Row) -> String {
        guard text.unicodeScalars.prefix(Self.lettersAtMost + 1).count > Self.lettersAtMost else { return text }
        remark(kind, row, found: text)
        return Self.cut(text, to: Self.lettersAtMost)
    }

    /// The item with its text, as far as its card has room for it, also beside a picture.
    private mutating func withText(_ item: Item, of row: ForeignTable.Row) -> Item {
        let whole = Self.line(map.cell("text", of: row))
        guard !whole.isEmpty else { return item }
        var text = Self.cut(whole, to: Self.lettersAtMost)
        var filled = item.with(text: text)
        while let needed = Card.bytesNeeded(filled.drawn), needed > options.cardBytes, !text.isEmpty {
            // A letter takes four bytes at most.
            let letters = max(1, (needed - options.cardBytes) / 4)
            text = Self.cut(text, to: max(0, text.unicodeScalars.count - letters - 1))
            filled = item.with(text: text)
        }
        if text != whole { remark(.cutText, row, found: whole) }
        return filled
    }

    /// The beginning of a text, with `…` where something is cut off; empty where there is no room.
    private static func cut(_ text: String, to letters: Int) -> String {
        // One more than may stay shows that something is cut off, however long the text is.
        let beginning = text.unicodeScalars.prefix(letters + 1)
        guard beginning.count > letters else { return text }
        var kept = String(String.UnicodeScalarView(beginning))
        while !kept.isEmpty, kept.last == "…" || kept.last == " " || kept.unicodeScalars.count >= letters {
            kept.removeLast()
        }
        return kept.isEmpty ? "" : kept + "…"
    }

    /// A text on one line, without what nobody sees.
    private static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.isControl ? " " : $0 }
        let words = String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace)
        return BareText(words.joined(separator: " ")).text
    }

    /// `Master Ball` for `master-ball`.
    private static func name(ofID id: String) -> String {
        let words = line(id).split { " _-".contains($0) }
        return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }

    private static func orNothing(_ text: String) -> String? { text.isEmpty ? nil : text }
}

extension Item {
    fileprivate func with(text: String) -> Item {
        Item(
            id: id, name: name, set: set, released: released, price: price, edition: edition, limit: limit,
            stock: stock, glyph: glyph, art: art, text: text.isEmpty ? nil : text)
    }

    /// The item with a picture.
    fileprivate var drawn: Item {
        var item = self
        item.master = [UInt8](repeating: 0, count: 32)
        return item
    }
}

extension ImportedCatalogue {
    /// Notes what was found of the pictures.
    package mutating func note(_ more: [ImportRemark]) { remarks += more }

    /// The catalogue as a CSV file, with the optional columns that an item has something in.
    ///
    /// - Parameter pictures: file names by item, of pictures that aren't named after it.
    package func csv(pictures: [Item.ID: String] = [:]) -> [UInt8] {
        let rows = entries.map { Self.cells(of: $0.item, picture: pictures[$0.item.id]) }
        let columns = ItemReader.columns.filter { column in
            ItemReader.inEveryCSV.contains(column) || rows.contains { $0[column] != nil }
        }
        let lines = [columns] + rows.map { row in columns.map { Self.field(row[$0] ?? "") } }
        return Array(lines.map { $0.joined(separator: ",") + "\n" }.joined().utf8)
    }

    private static func cells(of item: Item, picture: String?) -> [String: String] {
        let values: [String: String?] = [
            "id": item.id, "name": item.name, "set": item.set, "released": item.released.written,
            "price": String(item.price), "edition": item.edition.map { String($0) }, "glyph": item.glyph,
            "art": item.art, "picture": picture, "text": item.text, "limit": item.limit.map { String($0) },
            "stock": item.stock.map { String($0) },
        ]
        return values.compactMapValues(\.self)
    }

    private static func field(_ text: String) -> String {
        // By scalars: a mark that combines with a comma makes another character of it.
        guard text.unicodeScalars.contains(where: { $0 == "\"" || $0 == "," }) else { return text }
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars { quoted.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar]) }
        quoted.append("\"")
        return String(quoted)
    }

    /// The first items as a table.
    package var sample: [String] {
        var table = TextTable([
            ("id", .left), ("name", .left), ("set", .left), ("released", .left), ("price", .right),
        ])
        for entry in entries.prefix(10) {
            let item = entry.item
            table.add([item.id, item.name, item.set, item.released.written, String(item.price)])
        }
        return table.lines
    }

    /// `900 items in 12 sets`
    package var summary: String {
        "\(counted(entries.count, "item")) in \(counted(Set(entries.map(\.item.set)).count, "set"))"
    }

    /// The catalogue file that has most of the table's ids already, as when the table is a newer export of it; `nil` where
    /// there is none.
    package var likelyFormer: String? {
        let files = Dictionary(grouping: remarks.filter { $0.kind == .usedID }) { remark in
            remark.found.components(separatedBy: " in ").last ?? ""
        }
        return files.first { $0.value.count > entries.count && $0.value.count > 3 }?.key
    }

    /// How many items are new, changed or gone beside those of a catalogue file that an earlier import has written.
    package func changes(from former: [UInt8], now: Instant) -> String {
        let before = Self.items(former, now: now)
        let after = Dictionary(entries.map { ($0.item.id, $0.item) }) { first, _ in first }
        let new = after.keys.count { before[$0] == nil }
        let gone = before.keys.count { after[$0] == nil }
        let changed = after.count { id, item in before[id].map { $0 != item } ?? false }
        return "\(grouped(new)) new, \(grouped(changed)) changed, \(grouped(gone)) gone"
    }

    /// The items of a catalogue file in CSV, as far as they can be read.
    private static func items(_ bytes: [UInt8], now: Instant) -> [Item.ID: Item] {
        var draft = CatalogueDraft()
        let reader = ItemReader(now: now, zone: .utc)
        CSVCatalogue(file: "", items: reader, log: ProblemLog(file: "")).read(bytes, into: &draft)
        return Dictionary(draft.items.map { ($0.item.id, $0.item) }) { first, _ in first }
    }

    /// For planned appearances: the ids of the items that are released and that anybody can buy, the first ones first.
    package func plannable(now: Instant) -> [Item.ID] {
        entries.map(\.item).filter { item in
            item.edition == nil && item.limit == nil && item.released.instant(in: Zone(offset: .hours(-12))) <= now
        }.map(\.id)
    }
}

extension Item.Release {
    fileprivate var written: String {
        switch self {
        case .date(let date): date.description
        case .instant(let instant): RFC3339.text(instant)
        }
    }
}
