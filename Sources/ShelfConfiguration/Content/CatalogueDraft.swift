import ShelfModel

/// The catalogue while its files are being read.
struct CatalogueDraft {
    private(set) var items: [(item: Item, place: Place)] = []
    /// By item, the file name of a picture that the item names, and where it names it.
    private(set) var namedPictures: [Item.ID: (name: String, place: Place)] = [:]
    private(set) var names = KnownNames()
    /// Where each set is named.
    private(set) var sets = SetSpellings()
    /// The files, as far as they could be opened.
    var files: [ContentFile] = []
    /// Whether the files were read without any error.
    var isSound = false
    private var places: [Item.ID: Place] = [:]
    /// How many more items the catalogue may have.
    private(set) var itemsLeft = ContentBounds.items

    /// Makes room for the items of a file, or reports that there are too many.
    ///
    /// - Returns: whether there is room.
    mutating func takes(_ count: Int, at place: Place, log: ProblemLog) -> Bool {
        guard count <= itemsLeft else {
            log.add(
                place, found: "more than \(grouped(ContentBounds.items)) items in the catalogue up to here",
                expected: "at most \(grouped(ContentBounds.items)) in all of its files")
            noteUnreadable()
            return false
        }
        itemsLeft -= count
        return true
    }

    /// Adds the item that `fields` describe, or reports what is wrong with them.
    mutating func add(_ fields: Fields, read reader: ItemReader) {
        // Remember the id and the set even when the item can't be read. A rule that names them is correct, and the
        // mistake in the item must not be reported a second time there.
        let id = fields["id"]?.scalar
        if let id { names.items.insert(id) }
        if let set = fields["set"]?.scalar {
            names.sets.insert(set)
            sets.add(set, at: fields.place(of: "set"))
        }
        let isNew = id.flatMap(reader.id.read).map { note($0, of: fields) } ?? false
        guard let item = reader.read(fields), isNew else { return }
        if let name = fields.read("picture", reader.pictureName, else: nil) ?? nil {
            namedPictures[item.id] = (name, fields.place(of: "picture"))
        }
        items.append((item, fields.place))
    }

    /// Returns whether the id is new, and reports an error when it is a duplicate.
    private mutating func note(_ id: Item.ID, of fields: Fields) -> Bool {
        guard let first = places[id] else {
            places[id] = fields.place(of: "id")
            return true
        }
        fields.log.add(
            fields.place(of: "id"), found: "\(quoted(id)), which stands in \(first.short) already", alike: "again",
            expected: "every id once")
        return false
    }

    /// Gives items the masters of their pictures.
    mutating func give(_ master: (Item, Place) -> [UInt8]?) {
        for index in items.indices { items[index].item.master = master(items[index].item, items[index].place) }
    }

    mutating func noteUnreadable() {
        names.isComplete = false
    }

    /// The finished catalogue. It is `nil` when an id occurs twice, which ``add(_:read:)`` prevents.
    var catalogue: Catalogue? { try? Catalogue(items.map(\.item)) }
}

/// The names that rules can refer to.
struct KnownNames {
    var sets: Set<String> = []
    var items: Set<String> = []
    /// Whether every item of every catalogue file could be read.
    var isComplete = true
}
