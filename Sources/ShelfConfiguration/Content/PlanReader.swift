import ShelfModel

/// Reads the list of appearances that are planned in a store.
enum PlanReader {
    static let keys = ["item", "position", "from", "for", "within", "days", "at", "until"]

    /// Every five minutes.
    private static let timesAtMost = 288
    private static let appearancesAtMost = 10_000

    /// A planned appearance without errors, and the fields it was read from.
    struct Draft {
        let appearance: PlannedAppearance
        let fields: Fields
    }

    /// Returns an empty list when the key is missing. Returns `nil` and reports errors when something can't be read.
    ///
    /// - Parameter zone: the store's.
    static func read(_ field: Field?, in zone: Zone) -> [Draft]? {
        guard let field else { return [] }
        let elements = field.list(
            of: "appearances, each with an item", mayBeEmpty: true, atMost: appearancesAtMost, called: "appearances")
        return elements?.map { appearance($0, in: zone) }.allPresent()
    }

    static func appearance(_ field: Field, in zone: Zone) -> Draft? {
        guard let fields = field.fields(keys) else { return nil }
        let item = fields.read("item", .id(64))
        let position = fields.read("position", Form<Int>.whole(1...65_536).optional, else: nil)
        let times = fields["at"] == nil && fields["days"] == nil ? once(fields, in: zone) : weekly(fields)
        let length = fields.read("for", .planned(from: .seconds(1), to: .days(366), example: "10m or 2h"))
        let within = fields.read("within", .planned(from: .zero, to: .days(1), example: "15m"), else: .zero)
        guard let item, let position, let times, let length, let within else { return nil }
        let appearance = PlannedAppearance(
            item: item, position: position.map { $0 - 1 }, times: times, length: length, within: within)
        return Draft(appearance: appearance, fields: fields)
    }

    private static func once(_ fields: Fields, in zone: Zone) -> PlannedTimes? {
        if let until = fields["until"] {
            until.log.add(until.place, found: "until without at", expected: "at, the times of the day")
            return nil
        }
        return fields.read("from", .localTime(in: zone)).map { .once($0.date, $0.time) }
    }

    private static func weekly(_ fields: Fields) -> PlannedTimes? {
        let days = fields["days"].map(WeekdayReader.read) ?? Set(Weekday.allCases)
        let times = times(fields)
        let from = fields.read("from", Form<CalendarDate>.localDate.optional, else: nil)
        let until = fields.read("until", Form<CalendarDate>.localDate.optional, else: nil)
        guard let days, let times, let from, let until else { return nil }
        if let from, let until, until < from {
            fields.log.add(
                fields.place(of: "until"), found: "\(until)", expected: "a day that is not before \(from)")
            return nil
        }
        return .weekly(PlannedTimes.Weekly(days: days, times: times, from: from, until: until))
    }

    private static func times(_ fields: Fields) -> Set<TimeOfDay>? {
        guard let field = fields["at"] else {
            fields.log.add(fields.place(of: "at"), found: "nothing", expected: "a list of times such as [\"18:00\"]")
            return nil
        }
        guard let elements = field.list(of: "times", atMost: timesAtMost, called: "times") else { return nil }
        return elements.map { $0.read(.timeOfDay) }.allPresent().map(Set.init)
    }
}

extension Form<TimeSpan> {
    /// A span in whole seconds.
    fileprivate static func planned(from: TimeSpan, to: TimeSpan, example: String) -> Form {
        let span = Form.span(from...to, example: example)
        return Form("whole seconds from \(from) to \(to), such as \(example)", guess: spanGuess) { text in
            span.read(text).flatMap { $0.milliseconds % 1000 == 0 ? $0 : nil }
        }
    }
}
