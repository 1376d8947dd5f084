import ShelfModel

/// Reads when offers end: `shelfLife` or `changes`.
enum OfferEndReader {
    static let keys = ["shelfLife", "changes"]
    static let usual = OfferEnd.shelfLife(45...240)

    private static let timesAtMost = 288

    /// - Parameter usual: what holds where neither key is given.
    /// - Returns: `nil` after reporting errors when something can't be read.
    static func read(_ fields: Fields, else usual: OfferEnd = usual) -> OfferEnd? {
        guard let changes = fields["changes"] else {
            return fields["shelfLife"].map { shelfLife($0).map(OfferEnd.shelfLife) } ?? usual
        }
        guard fields["shelfLife"] == nil else {
            changes.log.add(
                changes.place, found: "changes beside shelfLife", expected: "one of both",
                advice: "items stand there for a time that is drawn, or until a set time")
            return nil
        }
        return self.changes(changes).map(OfferEnd.changes)
    }

    private static func shelfLife(_ field: Field) -> ClosedRange<Int>? {
        guard let ends = field.fields(["from", "to"]) else { return nil }
        let (first, last) = (ends.read("from", .shelfLife, else: 45), ends.read("to", .shelfLife, else: 240))
        guard let from = first, let to = last else { return nil }
        guard from <= to else {
            field.log.add(
                field.place, found: "from \(TimeSpan.seconds(from)) to \(TimeSpan.seconds(to))",
                expected: "the first to be at most the second")
            return nil
        }
        return from...to
    }

    private static func changes(_ field: Field) -> Changes? {
        guard let fields = field.fields(["at", "days", "spread"]) else { return nil }
        let days = fields["days"].map(WeekdayReader.read) ?? Set(Weekday.allCases)
        let spread = fields.read("spread", .spread, else: .zero)
        guard let times = times(fields), let days, let spread else { return nil }
        let changes = Changes(times: times, days: days, spread: spread)
        let shortest = changes.between.lowerBound
        guard shortest >= 60 else {
            fields.log.add(
                fields.place(of: "at"), found: "changes \(TimeSpan.seconds(shortest)) apart",
                expected: "times that are a minute apart at least")
            return nil
        }
        guard spread < .seconds(shortest) else {
            fields.log.add(
                fields.place(of: "spread"), found: "\(spread)",
                expected: "less than \(TimeSpan.seconds(shortest)), the shortest time between two changes")
            return nil
        }
        return changes
    }

    private static func times(_ fields: Fields) -> Set<TimeOfDay>? {
        guard let field = fields["at"] else {
            fields.log.add(fields.place(of: "at"), found: "nothing", expected: "a list of times such as [\"06:00\"]")
            return nil
        }
        let elements = field.list(of: "times such as [\"06:00\"]", atMost: timesAtMost, called: "times")
        return elements?.map { $0.read(.timeOfDay) }.allPresent().map(Set.init)
    }
}

extension Form<Int> {
    fileprivate static var shelfLife: Form {
        Form("whole seconds from 1s to 31d, such as 45s or 4m", guess: Form<TimeSpan>.spanGuess) { text in
            let span = Form<TimeSpan>.span(.seconds(1)...Offer.longest, example: "45s").read(text)
            return span.flatMap { $0.milliseconds % 1000 == 0 ? Int($0.wholeSeconds) : nil }
        }
    }
}

extension Form<TimeSpan> {
    fileprivate static var spread: Form {
        Form("whole seconds from 0s to 12h, such as 30s", guess: spanGuess) { text in
            let span = Form<TimeSpan>.span(.zero ... .hours(12), example: "30s").read(text)
            return span.flatMap { $0.milliseconds % 1000 == 0 ? $0 : nil }
        }
    }
}
