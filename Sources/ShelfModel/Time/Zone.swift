/// What a clock on the wall shows at every instant: a fixed offset, or a named zone of the time zone database.
///
/// A named zone keeps its changes from 2020 to 2060 and the rule after that, so it means the same on a machine with
/// other zone files. Before 2020 it has the offset with which that year begins.
///
/// The clock may skip a time or show it twice. A time of the clock stands for the first instant at which the clock shows
/// it or a later one: the instant after the gap in spring, and the first of both in autumn. A day lasts from its
/// midnight to the next, so it has 23 to 25 hours.
package struct Zone: Hashable, Sendable {
    /// Such as `Europe/Berlin`; `nil` for a fixed offset.
    package let name: String?
    /// Local time minus UTC before the first of ``changes``.
    package let first: TimeSpan
    /// When the offset changes, in order.
    package let changes: [Change]
    /// What holds from the end of ``kept`` on.
    let rule: ZoneRule

    /// The offset becomes another one.
    package struct Change: Hashable, Sendable {
        package let at: Instant
        /// Local time minus UTC from then on.
        package let offset: TimeSpan

        package init(at: Instant, offset: TimeSpan) {
            (self.at, self.offset) = (at, offset)
        }
    }

    package static let utc = Zone(offset: .zero)

    /// The years whose changes a named zone keeps.
    package static let kept = newYear(2020)..<newYear(2060)

    private static func newYear(_ year: Int) -> Instant {
        Instant(milliseconds: 0) + .days(CalendarDate.firstDay(ofMonth: 1, year).daysSinceEpoch)
    }

    /// A fixed offset.
    ///
    /// - Parameter offset: local time minus UTC, at most 26 hours either way.
    package init(offset: TimeSpan) {
        self.init(name: nil, first: offset, changes: [])
    }

    /// A zone whose offset stays after the last of its changes.
    ///
    /// - Parameters:
    ///   - first: local time minus UTC before the first change.
    ///   - changes: in order, each to another offset than before.
    package init(name: String?, first: TimeSpan, changes: [Change]) {
        let rule = ZoneRule(standard: changes.last?.offset ?? first, saving: nil)
        self.init(name: name, first: first, changes: changes, rule: rule)
    }

    init(name: String?, first: TimeSpan, changes: [Change], rule: ZoneRule) {
        (self.name, self.first, self.changes, self.rule) = (name, first, changes, rule)
    }

    /// The zone that a file describes. Its rule holds from the last of its changes on.
    package init(name: String, _ file: ZoneFile) {
        let (start, end, rule) = (Self.kept.lowerBound, Self.kept.upperBound, file.rule)
        var changes = file.changes
        var last = changes.last?.at ?? .distantPast
        if last < start {
            last = start
            changes.append(Change(at: start, offset: rule.offset(at: start)))
        }
        while let next = rule.change(after: last), next.at < end {
            changes.append(next)
            last = next.at
        }
        changes = changes.filter { $0.at < end } + [Change(at: end, offset: rule.offset(at: end))]
        let first = changes.last { $0.at <= start }?.offset ?? file.first
        var (offset, kept) = (first, [Change]())
        for change in changes where change.at > start && change.offset != offset {
            kept.append(change)
            offset = change.offset
        }
        self.init(name: name, first: first, changes: kept, rule: rule)
    }

    private var isFixed: Bool { changes.isEmpty && rule.saving == nil && rule.standard == first }

    /// Local time minus UTC at `instant`.
    package func offset(at instant: Instant) -> TimeSpan {
        guard instant < Self.kept.upperBound else { return rule.offset(at: instant) }
        let next = changes.partitioningIndex { $0.at > instant }
        return next == 0 ? first : changes[next - 1].offset
    }

    /// The first change after `instant`.
    package func change(after instant: Instant) -> Change? {
        let next = changes.partitioningIndex { $0.at > instant }
        guard next == changes.count else { return changes[next] }
        return rule.change(after: max(instant, Self.kept.upperBound - .milliseconds(1)))
    }

    /// What the clock shows at `instant`, as the time since it would have shown 1970-01-01T00:00.
    package func local(at instant: Instant) -> TimeSpan {
        instant - Instant(milliseconds: 0) + offset(at: instant)
    }

    /// The first instant at which the clock shows a time or a later one.
    ///
    /// - Parameter local: the time, as ``local(at:)`` gives it.
    package func instant(local: TimeSpan) -> Instant {
        let asInUTC = Instant(milliseconds: 0) + local
        // Most clocks never change, and a catalogue has many dates.
        guard !isFixed else { return asInUTC - first }
        var from = asInUTC - Self.farthest
        while true {
            let instant = max(from, asInUTC - offset(at: from))
            guard let change = change(after: from), change.at <= instant else { return instant }
            from = change.at
        }
    }

    /// More than any local time is away from UTC.
    private static let farthest = TimeSpan.hours(27)

    /// The number of the day that `instant` belongs to, counted from 1970-01-01.
    package func daysSinceEpoch(at instant: Instant) -> Int {
        let day = (Instant(milliseconds: 0) + local(at: instant)).floored(to: .days(1))
        let shown = Int(day.milliseconds / TimeSpan.days(1).milliseconds)
        // A clock that was put back over midnight shows the day before again, and that is over.
        return self.instant(local: .days(shown + 1)) <= instant ? shown + 1 : shown
    }
}
