import ShelfModel

/// The catalogue while its files are read.
struct CatalogueDraft {
    private(set) var items: [(item: Item, place: Place)] = []
    private(set) var names = KnownNames()
    /// Whether nothing at all was wrong.
    var isSound = false
    private var places: [Item.ID: Place] = [:]

    /// Takes what `fields` say of an item, or reports what is wrong with it.
    mutating func add(_ fields: Fields) {
        // Known to the rules even when something else is wrong with it, lest that be told twice.
        if let id = fields["id"]?.scalar { names.items.insert(id) }
        if let set = fields["set"]?.scalar { names.sets.insert(set) }
        guard let item = ItemReader.read(fields) else { return }
        if let first = places[item.id] {
            let found = "\(quoted(item.id)), which stands in \(first.short) already"
            return fields.log.add(fields.place(of: "id"), found: found, expected: "every id once")
        }
        places[item.id] = fields.place(of: "id")
        items.append((item, fields.place))
    }

    mutating func noteUnreadable() {
        names.isComplete = false
    }

    /// `nil` unless every id is there once, as ``add(_:)`` sees to.
    var catalogue: Catalogue? { try? Catalogue(items.map(\.item)) }
}

/// What rules can speak of.
struct KnownNames {
    var sets: Set<String> = []
    var items: Set<String> = []
    /// Whether every item of every catalogue file could be read.
    var isComplete = true
}
