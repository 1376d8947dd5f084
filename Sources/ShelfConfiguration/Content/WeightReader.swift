import ShelfModel

/// Reads `weights`: the rules that make items come more or less often.
struct WeightReader {
    let names: KnownNames

    private static let most = 1000

    /// Returns an empty list when the key is missing. Returns `nil` and reports errors when a rule can't be read.
    func read(_ field: Field?) -> [WeightRule]? {
        guard let field else { return [] }
        return field.list(of: "rules, each with a factor", atMost: Self.most, called: "weights")?.map(rule)
            .allPresent()
    }

    private func rule(_ field: Field) -> WeightRule? {
        guard !Task.isCancelled, let fields = field.fields(["factor"] + SelectorReader.keys + ["during", "outside"])
        else { return nil }
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
            return span(during).map { .during($0) }
        case (nil, let outside?):
            return span(outside).map { .outside($0) }
        case (_?, let outside?):
            fields.log.add(outside.place, found: "outside beside during", expected: "one of the two")
            return nil
        }
    }

    private func span(_ field: Field) -> CalendarSpan? {
        guard let fields = field.fields(["from", "to", "days", "hours"]) else { return nil }
        let before = field.log.errorCount
        let needsDates = fields["days"] == nil && fields["hours"] == nil
        let hasDates = needsDates || fields["from"] != nil || fields["to"] != nil
        let span = CalendarSpan(
            dates: hasDates ? dates(fields) : nil, days: fields["days"].flatMap(WeekdayReader.read),
            hours: fields["hours"].flatMap(hours))
        return field.log.errorCount == before ? span : nil
    }

    private func hours(_ field: Field) -> CalendarSpan.HourSpan? {
        guard let fields = field.fields(["from", "to"]) else { return nil }
        let from = fields.read("from", .timeOfDay)
        let to = fields.read("to", .endOfHours)
        guard let from, let to else { return nil }
        guard let hours = CalendarSpan.HourSpan(from: from, to: to) else {
            fields.log.add(fields.place(of: "to"), found: "\(to)", expected: "another time than \(from)")
            return nil
        }
        return hours
    }

    private func dates(_ fields: Fields) -> DateSpan? {
        let from = fields.read("from", .seasonDay)
        let to = fields.read("to", .seasonDay)
        switch (from, to) {
        case (.yearly(let from)?, .yearly(let to)?):
            return .yearly(from: from, to: to)
        case (.once(let from)?, .once(let to)?) where from <= to:
            return .once(from: from, to: to)
        case (.once(let from)?, .once(let to)?):
            fields.log.add(fields.place(of: "to"), found: "\(to)", expected: "a day that is not before \(from)")
            return nil
        case (nil, _), (_, nil):
            return nil
        default:
            fields.log.add(fields.place, found: "a day with a year and one without", expected: "two of a kind")
            return nil
        }
    }
}
