import ShelfModel

extension RandomShop {
    /// The same shop with a random plan: fixed positions and any, once and weekly, on the second and spread.
    ///
    /// Appearances at one position don't overlap, and no item is planned twice at once.
    var planned: RandomShop {
        var random = SplitMix64(seed: number &+ 77)
        var plan: [PlannedAppearance] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let appearance = appearance(&random)
            let isApart = plan.allSatisfy { other in
                !overlaps(other, appearance)
                    || other.item != appearance.item
                        && (other.position ?? -1 != appearance.position ?? -1 || other.position == nil)
            }
            if isApart { plan.append(appearance) }
        }
        return RandomShop(self, rules: rules.with(plan: plan))
    }

    /// Planned spans that touch the shop's time, of items that are there and released.
    var spans: [PlannedSpan] {
        rules.plannedSpans(endingAfter: start, until: end, seed: seed).filter { isShown($0) }
    }

    private func isShown(_ span: PlannedSpan) -> Bool {
        guard let item = catalogue[span.item] else { return false }
        return item.released.instant(in: rules.zone) <= start - .hours(1) && editionsLeft[item] != 0
    }

    private func appearance(_ random: inout SplitMix64) -> PlannedAppearance {
        let moment = start + .seconds(Int.random(in: 0..<Int(length.wholeSeconds), using: &random)) + rules.zone.first
        let date = CalendarDate(moment)
        let second = Int((moment - date.start()).wholeSeconds)
        let time = TimeOfDay(hour: second / 3600, minute: second / 60 % 60, second: second % 60)!
        let shortest = rules.shelfLife.lowerBound
        return PlannedAppearance(
            item: "i\(Int.random(in: 0..<catalogue.items.count + 1, using: &random))",
            position: random.once(in: 3) ? nil : Int.random(in: 0..<rules.positions, using: &random),
            times: random.once(in: 2)
                ? .once(date, time) : .weekly(.init(days: [date.weekday, .monday], times: [time], from: date)),
            length: .seconds(Int.random(in: shortest...shortest * 8, using: &random)),
            within: random.once(in: 3) ? .seconds(Int.random(in: 0...300, using: &random)) : .zero)
    }

    /// Whether two appearances can come closer than two listings.
    private func overlaps(_ left: PlannedAppearance, _ right: PlannedAppearance) -> Bool {
        let (left, right) = (span(left), span(right))
        let apart = TimeSpan.seconds(2 * rules.shelfLife.upperBound)
        return left.lowerBound - apart < right.upperBound && right.lowerBound - apart < left.upperBound
    }

    private func span(_ appearance: PlannedAppearance) -> Range<Instant> {
        let time = appearance.times.first(from: start, in: rules.zone)!
        return time..<time + appearance.within + appearance.length
    }
}

extension StoreRules {
    func with(plan: [PlannedAppearance]) -> StoreRules {
        StoreRules(
            store: store, positions: positions, shelfLife: shelfLife, noRepeat: noRepeat, zone: zone,
            choice: choice, weights: weights, plan: plan)
    }
}
