import ShelfModel

/// Reads a condition: which items a rule applies to.
struct SelectorReader {
    static let keys = ["sets", "items", "age", "price", "editionLeft"]

    let names: KnownNames

    private static let wordsAtMost = 100_000

    /// Returns `nil` and reports errors when a condition can't be read.
    func read(_ fields: Fields) -> Selector? {
        let before = fields.log.unreadCount
        let selector = Selector(
            sets: fields["sets"].flatMap { words($0, what: "sets", known: names.sets) },
            items: fields["items"].flatMap { words($0, what: "items", known: names.items) },
            age: fields["age"].flatMap(age), price: fields["price"].flatMap(amounts),
            editionLeft: fields["editionLeft"].flatMap(amounts))
        return fields.log.unreadCount == before ? selector : nil
    }

    /// Reads a condition like ``read(_:)``, but reports an error when there is none.
    func readSome(_ fields: Fields) -> Selector? {
        guard Self.keys.contains(where: { fields[$0] != nil }) else {
            fields.log.add(fields.place, found: "no condition", expected: "at least one of \(alternatives(Self.keys))")
            return nil
        }
        return read(fields)
    }

    private func words(_ field: Field, what: String, known: Set<String>) -> Set<String>? {
        guard let elements = field.list(of: what, atMost: Self.wordsAtMost, called: what) else { return nil }
        var words: Set<String> = []
        for element in elements {
            guard let word = element.read(Form<String>.label) else { continue }
            if !words.insert(word).inserted {
                element.log.add(
                    element.place, found: "\(quoted(word)) again", alike: "again", expected: "every name once",
                    isRead: true)
            } else if names.isComplete, !known.contains(word) {
                element.log.add(
                    element.place, found: quoted(word), alike: "unknown", expected: "one of the catalogue's \(what)",
                    advice: element.log.advice(word, among: known), isRead: true)
            }
        }
        return words
    }

    private func age(_ field: Field) -> Selector.AgeRange? {
        guard let fields = field.fields(["over", "under"]) else { return nil }
        let form = Form<CalendarAge>.age.optional
        guard let over = fields.read("over", form, else: nil), let under = fields.read("under", form, else: nil),
            hasEnd(fields, over == nil && under == nil, expected: "over, under or both")
        else { return nil }
        if let over, let under, !isShorter(over, than: under) {
            field.log.add(
                fields.place, found: "an age over \(text(fields, "over")) and under \(text(fields, "under"))",
                expected: "the first to be less than the second")
            return nil
        }
        return Selector.AgeRange(over: over, under: under)
    }

    /// Months differ in length, so both ages are counted from the same date of release, 1 January 1970.
    private func isShorter(_ age: CalendarAge, than other: CalendarAge) -> Bool {
        let birth = CalendarDate(daysSinceEpoch: 0).start()
        return age.reached(from: birth, in: .utc) < other.reached(from: birth, in: .utc)
    }

    private func amounts(_ field: Field) -> Selector.AmountRange? {
        guard let fields = field.fields(["from", "to"]) else { return nil }
        let form = Form<Int64>.amount.optional
        guard let from = fields.read("from", form, else: nil), let to = fields.read("to", form, else: nil),
            hasEnd(fields, from == nil && to == nil, expected: "from, to or both")
        else { return nil }
        if let from, let to, from > to {
            field.log.add(fields.place, found: "from \(from) to \(to)", expected: "the first to be at most the second")
            return nil
        }
        return Selector.AmountRange(from: from, to: to)
    }

    private func text(_ fields: Fields, _ key: String) -> String { fields[key]?.scalar ?? "" }

    private func hasEnd(_ fields: Fields, _ isEmpty: Bool, expected: String) -> Bool {
        if isEmpty { fields.log.add(fields.place, found: "neither end", expected: expected) }
        return !isEmpty
    }
}
