/// Multiplies the weight of the items it selects, always or during a span of dates.
package struct WeightRule: Hashable, Sendable {
    package let factor: Weight
    package let selector: Selector
    package let season: Season

    package enum Season: Hashable, Sendable {
        case always
        case during(DateSpan)
        case outside(DateSpan)

        var dates: DateSpan? {
            switch self {
            case .always: nil
            case .during(let dates), .outside(let dates): dates
            }
        }

        func holds(at instant: Instant, offset: TimeSpan) -> Bool {
            switch self {
            case .always: true
            case .during(let dates): dates.contains(instant, offset: offset)
            case .outside(let dates): !dates.contains(instant, offset: offset)
            }
        }
    }

    package init(factor: Weight, selector: Selector, season: Season = .always) {
        self.factor = factor
        self.selector = selector
        self.season = season
    }
}
