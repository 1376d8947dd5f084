import ShelfModel

/// Reads `choose`: the items that a store may show.
struct ChoiceReader {
    let names: KnownNames

    private static let exceptionsAtMost = 1000

    /// Returns the choice of all items when the key is missing. Returns `nil` and reports errors when it can't be read.
    func read(_ field: Field?) -> Choice? {
        guard let field else { return .all }
        guard let fields = field.fields(SelectorReader.keys + ["except"]) else { return nil }
        let include = SelectorReader(names: names).read(fields)
        let except = fields["except"].map(exceptions) ?? []
        guard let include, let except else { return nil }
        return Choice(include: include, except: except)
    }

    private func exceptions(_ field: Field) -> [Selector]? {
        guard let elements = field.list(of: "conditions", atMost: Self.exceptionsAtMost, called: "conditions")
        else { return nil }
        let selectors = elements.map { element in
            element.fields(SelectorReader.keys).flatMap(SelectorReader(names: names).readSome)
        }
        return selectors.allPresent()
    }
}
