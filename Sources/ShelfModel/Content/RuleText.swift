/// Rules as the lines of a configuration file that mean the same, so that a difference between two versions can be read
/// by those who wrote them. Where nothing is set the text is empty.
enum RuleText {
    static func text(_ choice: Choice) -> String {
        var members = members(choice.include)
        if !choice.except.isEmpty {
            members.append(("except", "[" + choice.except.map { flow(Self.members($0)) }.joined(separator: ", ") + "]"))
        }
        return members.isEmpty ? "" : flow(members)
    }

    static func text(_ rule: WeightRule) -> String {
        let season: [(String, String)] =
            switch rule.season {
            case .always: []
            case .during(let span): [("during", text(span))]
            case .outside(let span): [("outside", text(span))]
            }
        return flow([("factor", decimal(rule.factor))] + members(rule.selector) + season)
    }

    static func text(_ planned: PlannedAppearance) -> String {
        var members = [("item", planned.item)]
        if let position = planned.position { members.append(("position", "\(position + 1)")) }
        switch planned.times {
        case .once(let date, let time): members.append(("from", "\(date)T\(time)"))
        case .weekly(let weekly): members += Self.members(weekly)
        }
        members.append(("for", "\(planned.length)"))
        if planned.within != .zero { members.append(("within", "\(planned.within)")) }
        return flow(members)
    }

    static func text(_ limits: PurchaseLimits) -> String {
        let members = [("item", limits.item), ("listing", limits.listing), ("day", limits.day)]
            .compactMap { name, limit in limit.map { (name, "\($0)") } }
        return members.isEmpty ? "" : flow(members)
    }

    private static func members(_ selector: Selector) -> [(String, String)] {
        [
            ("sets", selector.sets.map(list)), ("items", selector.items.map(list)),
            ("age", selector.age.map { range(("over", $0.over.map(text)), ("under", $0.under.map(text))) }),
            ("price", selector.price.map(text)), ("editionLeft", selector.editionLeft.map(text)),
        ].compactMap { name, text in text.map { (name, $0) } }
    }

    private static func text(_ amounts: Selector.AmountRange) -> String {
        range(("from", amounts.from.map { "\($0)" }), ("to", amounts.to.map { "\($0)" }))
    }

    private static func text(_ age: CalendarAge) -> String {
        let parts = [
            age.months == 0 ? nil : "\(age.months) month\(age.months == 1 ? "" : "s")",
            age.span == .zero ? nil : "\(age.span)",
        ].compactMap(\.self)
        return parts.isEmpty ? "0 days" : parts.joined(separator: " and ")
    }

    private static func text(_ span: CalendarSpan) -> String {
        var members: [(String, String)] = []
        switch span.dates {
        case nil: break
        case .once(let from, let to): members = [("from", "\(from)"), ("to", "\(to)")]
        case .yearly(let from, let to): members = [("from", text(from)), ("to", text(to))]
        }
        if let days = span.days { members.append(("days", text(days))) }
        if let hours = span.hours {
            members.append(("hours", range(("from", quoted(hours.from)), ("to", quoted(hours.to)))))
        }
        return flow(members)
    }

    private static func text(_ day: DateSpan.MonthDay) -> String {
        "\(CalendarDate.padded(day.month, 2))-\(CalendarDate.padded(day.day, 2))"
    }

    private static func members(_ weekly: PlannedTimes.Weekly) -> [(String, String)] {
        [
            ("days", weekly.days.count == Weekday.allCases.count ? nil : text(weekly.days)),
            ("at", list(weekly.times.map(quoted))), ("from", weekly.from.map { "\($0)" }),
            ("until", weekly.until.map { "\($0)" }),
        ].compactMap { name, text in text.map { (name, $0) } }
    }

    private static func text(_ days: Set<Weekday>) -> String {
        list(Weekday.allCases.filter(days.contains).map { String("\($0)".prefix(3)) })
    }

    /// In quotes, since YAML could take a time for a number.
    private static func quoted(_ time: TimeOfDay) -> String { "\"\(time)\"" }

    private static func decimal(_ weight: Weight) -> String {
        let (whole, fraction) = weight.millionths.quotientAndRemainder(dividingBy: 1_000_000)
        guard fraction > 0 else { return "\(whole)" }
        var digits = CalendarDate.padded(Int(fraction), 6)
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    private static func range(_ low: (String, String?), _ high: (String, String?)) -> String {
        flow([low, high].compactMap { name, text in text.map { (name, $0) } })
    }

    private static func list(_ names: Set<String>) -> String { list(names.sorted()) }

    private static func list(_ names: [String]) -> String { "[" + names.joined(separator: ", ") + "]" }

    private static func flow(_ members: [(String, String)]) -> String {
        "{" + members.map { "\($0): \($1)" }.joined(separator: ", ") + "}"
    }
}
