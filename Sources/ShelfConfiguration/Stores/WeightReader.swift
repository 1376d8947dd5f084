import ShelfModel

/// Reads the rules that make items come more or less often.
struct WeightReader {
    let names: KnownNames

    /// None where the key is left out; `nil`, and problems, when one can't be read.
    func read(_ field: Field?) -> [WeightRule]? {
        guard let field else { return [] }
        return field.list(of: "rules, each with a factor")?.map(rule).allPresent()
    }

    private func rule(_ field: Field) -> WeightRule? {
        guard let fields = field.fields(["factor"] + SelectorReader.keys + ["during", "outside"]) else { return nil }
        let factor = fields.read("factor", .factor)
        let selector = SelectorReader(names: names).readSome(fields)
        let season = season(fields)
        guard let factor, let selector, let season else { return nil }
        return WeightRule(factor: factor, selector: selector, season: season)
    }

    private func season(_ fields: Fields) -> WeightRule.Season? {
        switch (fields["during"], fields["outside"]) {
        case (nil, nil):
            return .always
        case (let during?, nil):
            return dates(during).map(WeightRule.Season.during)
        case (nil, let outside?):
            return dates(outside).map(WeightRule.Season.outside)
        case (_?, let outside?):
            fields.log.add(outside.place, found: "outside beside during", expected: "one of the two")
            return nil
        }
    }

    private func dates(_ field: Field) -> DateSpan? {
        guard let fields = field.fields(["from", "to"]) else { return nil }
        let from = fields.read("from", .seasonDay)
        let to = fields.read("to", .seasonDay)
        switch (from, to) {
        case (.yearly(let from)?, .yearly(let to)?):
            return .yearly(from: from, to: to)
        case (.once(let from)?, .once(let to)?) where from <= to:
            return .once(from: from, to: to)
        case (.once(let from)?, .once(let to)?):
            field.log.add(fields.place(of: "to"), found: "\(to)", expected: "a day that is not before \(from)")
            return nil
        case (nil, _), (_, nil):
            return nil
        default:
            field.log.add(fields.place, found: "a day with a year and one without", expected: "two of a kind")
            return nil
        }
    }
}
