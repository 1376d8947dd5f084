import ShelfModel

/// Says at each draw which items could be drawn and with what weight, straight from the words of the rules.
///
/// It shares no code with the schedule but the calendar, which has tables of its own.
struct Oracle {
    let shop: RandomShop
    /// When the last listing of each item ends.
    private var lastEnds: [Item.ID: Instant] = [:]

    init(_ shop: RandomShop) { self.shop = shop }

    /// The weights of what could be drawn at `start`; then takes note of `listing`.
    mutating func candidates(for listing: Offer) -> [Item.ID: UInt64] {
        defer { lastEnds[listing.item] = max(lastEnds[listing.item] ?? listing.end, listing.end) }
        let weights = weights(at: listing.start)
        let rested = weights.filter { ended($0.key, by: listing.start - shop.rules.noRepeat) }
        if !rested.isEmpty { return rested }
        let absent = weights.filter { ended($0.key, by: listing.start) }
        return absent.isEmpty ? weights : absent
    }

    func weights(at instant: Instant) -> [Item.ID: UInt64] {
        var weights: [Item.ID: UInt64] = [:]
        for item in shop.catalogue.items {
            let weight = weight(of: item, at: instant)
            if weight > 0 { weights[item.id] = weight }
        }
        return weights
    }

    private func ended(_ item: Item.ID, by instant: Instant) -> Bool {
        lastEnds[item].map { $0 <= instant } ?? true
    }

    private func weight(of item: Item, at instant: Instant) -> UInt64 {
        let (rules, left) = (shop.rules, left(of: item))
        let choice = [rules.choice.include].allSatisfy { fits(item, $0, instant) }
        guard release(of: item) <= instant, left != 0, choice else { return 0 }
        guard !rules.choice.except.contains(where: { fits(item, $0, instant) }) else { return 0 }
        let factors = rules.weights.filter { fits(item, $0.selector, instant) && isOn($0.season, instant) }
        return factors.reduce(1_000_000) { max(1, $0 * $1.factor.millionths / 1_000_000) }
    }

    private func left(of item: Item) -> Int64? {
        guard let edition = item.edition else { return nil }
        return max(0, edition - (shop.editionsLeft.sold[item.id] ?? 0))
    }

    /// That of the shop's zone, which is a fixed one.
    private var offset: TimeSpan { shop.rules.zone.first }

    private func release(of item: Item) -> Instant {
        switch item.released {
        case .instant(let instant): instant
        case .date(let date): date.start() - offset
        }
    }

    private func fits(_ item: Item, _ selector: Selector, _ instant: Instant) -> Bool {
        let named = selector.sets?.contains(item.set) != false && selector.items?.contains(item.id) != false
        let priced = isWithin(item.price, selector.price)
        let limited = selector.editionLeft == nil || left(of: item).map { isWithin($0, selector.editionLeft) } == true
        let young = selector.age?.under.map { instant < birthday(of: item, $0) } != false
        let old = selector.age?.over.map { instant >= birthday(of: item, $0) } != false
        return named && priced && limited && young && old
    }

    private func isWithin(_ amount: Int64, _ range: Selector.AmountRange?) -> Bool {
        (range?.from).map { $0 <= amount } != false && (range?.to).map { amount <= $0 } != false
    }

    private func birthday(of item: Item, _ age: CalendarAge) -> Instant {
        let local = release(of: item) + offset
        let midnight = CalendarDate(local).start()
        return CalendarDate(local).adding(months: age.months).start() + (local - midnight) + age.span
            - offset
    }

    private func isOn(_ season: WeightRule.Season, _ instant: Instant) -> Bool {
        switch season {
        case .always: return true
        case .during(let span): return holds(span, instant)
        case .outside(let span): return !holds(span, instant)
        }
    }

    private func holds(_ span: CalendarSpan, _ instant: Instant) -> Bool {
        let local = (instant + offset).milliseconds
        let second = Int((local % 86_400_000 + 86_400_000) % 86_400_000 / 1000)
        var isIn = true
        var yesterday: Int64 = 0
        if let (from, to) = span.hours.map({ ($0.from.seconds, $0.to.seconds) }) {
            if from < to {
                isIn = second >= from && second < to
            } else {
                isIn = second >= from || second < to
                yesterday = second < from ? 86_400_000 : 0
            }
        }
        let day = CalendarDate(Instant(milliseconds: local - yesterday))
        // 2000-01-03 was a Monday.
        let weekday = ((day.daysSinceEpoch - 10_959) % 7 + 7) % 7
        return isIn && span.days?.contains { $0.rawValue == weekday } != false
            && span.dates.map { holds($0, day) } != false
    }

    private func holds(_ span: DateSpan, _ date: CalendarDate) -> Bool {
        switch span {
        case .once(let from, let to): return date >= from && date <= to
        case .yearly(let from, let to):
            let (today, first, last) = (
                date.month * 100 + date.day, from.month * 100 + from.day, to.month * 100 + to.day
            )
            return first <= last ? today >= first && today <= last : today >= first || today <= last
        }
    }
}
