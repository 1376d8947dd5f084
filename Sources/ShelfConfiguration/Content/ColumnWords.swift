import ShelfModel

/// Finds the columns of fields by what games and tools call them.
struct ColumnWords {
    private let columns: [String]
    /// The column's name in lower case, with letters and digits only. Of `price.coins` the whole, the first and the last
    /// part.
    private let words: [(whole: String, first: String, last: String)]
    private var isTaken: [Bool]

    init(_ columns: [String]) {
        self.columns = columns
        words = columns.map { column in
            let parts = column.split(separator: ".").map { Self.plain(String($0)) }
            return (Self.plain(column), parts.first ?? "", parts.last ?? "")
        }
        isTaken = columns.map { _ in false }
    }

    /// By field, what it is called, the likeliest first.
    private static let known: [String: [String]] = [
        "id": [
            "id", "itemid", "identifier", "slug", "key", "sku", "code", "itemcode", "itemkey", "shortname",
            "internalname", "uid", "guid", "uuid", "index",
        ],
        "name": [
            "name", "title", "label", "displayname", "itemname", "fullname", "caption", "bezeichnung", "artikel",
            "titel", "nom",
            "titre", "nombre", "titulo",
        ],
        "set": [
            "set", "category", "categoryname", "categoryid", "itemcategory", "type", "itemtype", "class", "itemclass",
            "group", "kind", "rarity", "collection", "series", "kategorie", "gruppe", "typ", "seltenheit", "categorie",
            "groupe", "rarete", "categoria", "grupo", "tipo", "rareza",
        ],
        "released": [
            "released", "release", "releasedate", "releasedat", "date", "dateadded", "added", "addedat",
            "availablefrom", "published", "publishedat", "created", "createdat", "datum", "erscheinungsdatum",
            "datedesortie", "fecha",
        ],
        "price": [
            "price", "cost", "baseprice", "buyprice", "itemprice", "pricecoins", "value", "coins", "worth", "preis",
            "kosten", "wert", "prix", "cout", "precio", "costo", "coste", "valor", "gold",
        ],
        "edition": [
            "edition", "editionsize", "supply", "maxsupply", "totalsupply", "max", "maxcopies", "auflage", "tirage",
            "tirada",
        ],
        "glyph": ["glyph", "emoji"],
        "picture": [
            "picture", "image", "icon", "img", "sprite", "pic", "imagefile", "imagepath", "imageurl", "iconfile",
            "iconpath", "iconurl", "picturefile", "spritepath", "thumbnail", "texture", "art", "artwork", "file",
            "filename", "bild",
            "grafik", "symbolbild", "imagen", "icono", "icone",
        ],
        "text": [
            "text", "description", "desc", "details", "detail", "flavortext", "flavourtext", "flavor", "flavour",
            "lore", "tooltip", "summary", "info", "examine", "beschreibung", "texte", "descripcion", "texto",
        ],
        "limit": ["limit", "perplayer", "maxperplayer", "limitperplayer", "playerlimit"],
        "stock": ["stock", "perlisting"],
    ]

    /// Parts that stand for the whole: `name.en` is a name.
    private static let plainParts: Set = ["str", "en", "enus", "english", "default", "value", "text", "name"]

    /// The place of the column that a person names: as it is written, or in another case, with other separators.
    func place(named name: String) -> Int? {
        if let exact = columns.firstIndex(of: name) { return exact }
        let plain = Self.plain(name)
        let near = words.indices.filter { !plain.isEmpty && words[$0].whole == plain }
        return near.count == 1 ? near[0] : nil
    }

    mutating func leaveOut(_ places: some Sequence<Int>) {
        for place in places { isTaken[place] = true }
    }

    /// Finds columns for fields. All that are called so come first, then those that end so or of which a part is called so,
    /// then those that are nearly called so.
    mutating func places(of fields: [String]) -> [String: Int] {
        var places: [String: Int] = [:]
        for isMatch in [Self.isWhole, Self.isFirst, Self.isEnd, Self.isPart, Self.isNear] {
            for field in fields where places[field] == nil {
                guard let place = free(field, where: isMatch) else { continue }
                places[field] = place
                isTaken[place] = true
            }
        }
        return places
    }

    private func free(_ field: String, where isMatch: (String, Word) -> Bool) -> Int? {
        for word in Self.known[field] ?? [] {
            if let place = words.indices.first(where: { !isTaken[$0] && isMatch(word, words[$0]) }) { return place }
        }
        return nil
    }

    /// The places of all columns that are called like a field, the likeliest first.
    func all(of field: String) -> [Int] {
        (Self.known[field] ?? []).flatMap { word in words.indices.filter { words[$0].whole == word } }
    }

    private typealias Word = (whole: String, first: String, last: String)

    private static func isWhole(_ word: String, _ column: Word) -> Bool { column.whole == word }

    private static func isFirst(_ word: String, _ column: Word) -> Bool {
        column.first == word && plainParts.contains(column.last)
    }

    /// Words that other words stand before, as in `equipment_category` and `sellPrice`.
    private static let endings: Set = [
        "name", "title", "category", "type", "rarity", "price", "cost", "description", "image", "icon",
    ]

    private static func isEnd(_ word: String, _ column: Word) -> Bool {
        endings.contains(word) && column.first.hasSuffix(word)
            && (column.whole == column.first || plainParts.contains(column.last))
    }

    /// The id or name of something in an item, such as of its category, isn't the item's.
    private static func isPart(_ word: String, _ column: Word) -> Bool {
        let isOfItem = [known["id"], known["name"]].contains { $0?.contains(word) ?? false }
        return column.first == word || !isOfItem && column.last == word
    }

    /// Short words are near to too many others.
    private static func isNear(_ word: String, _ column: Word) -> Bool {
        word.utf8.count > 4 && column.whole.utf8.count > 4
            && NearName.nearest(to: column.whole, among: [word], within: 1) != nil
    }

    private static func plain(_ text: String) -> String {
        ProposedIDs.id(of: String(text.prefix(ProposedIDs.ofItem))).filter { $0 != "-" }
    }
}
