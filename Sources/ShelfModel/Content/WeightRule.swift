/// Multiplies the weight of the items it selects, always or during a part of the calendar.
package struct WeightRule: Hashable, Sendable {
    package let factor: Weight
    package let selector: Selector
    package let season: Season

    package enum Season: Hashable, Sendable {
        case always
        case during(CalendarSpan)
        case outside(CalendarSpan)

        package static func during(_ dates: DateSpan) -> Season { .during(CalendarSpan(dates: dates)) }
        package static func outside(_ dates: DateSpan) -> Season { .outside(CalendarSpan(dates: dates)) }

        var span: CalendarSpan? {
            switch self {
            case .always: nil
            case .during(let span), .outside(let span): span
            }
        }

        func holds(at instant: Instant, in zone: Zone) -> Bool {
            switch self {
            case .always: true
            case .during(let span): span.contains(instant, in: zone)
            case .outside(let span): !span.contains(instant, in: zone)
            }
        }
    }

    package init(factor: Weight, selector: Selector, season: Season = .always) {
        self.factor = factor
        self.selector = selector
        self.season = season
    }
}
