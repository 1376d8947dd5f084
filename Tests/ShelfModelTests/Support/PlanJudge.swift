import ShelfModel

/// Says what in a shop's listings isn't as planned.
///
/// It shares with the schedule only the spans that the plan asks for. Which seconds a position can meet it finds by
/// trying all rows of lengths.
struct PlanJudge {
    enum Fault: Hashable {
        case length(Int)
        case notShown(Item.ID, Instant)
        case tooSoon(Item.ID, Instant)
        case notCovered
    }

    let shop: RandomShop
    /// Of items that are there from the beginning.
    let spans: [PlannedSpan]
    private let all: [PlannedSpan]

    init(_ shop: RandomShop) {
        self.shop = shop
        spans = shop.spans
        all = shop.rules.plannedSpans(endingAfter: shop.start, until: shop.end, seed: shop.seed)
    }

    /// Whether lengths fill every gap that is at least as long as the shortest.
    private var areFlexible: Bool { shop.rules.shelfLife.upperBound >= 2 * shop.rules.shelfLife.lowerBound - 1 }

    func faults(in offers: [Offer]) -> Set<Fault> {
        let listings = shop.divided(offers)
        var faults = Set(listings.map(\.seconds).filter { !shop.rules.shelfLife.contains($0) }.map(Fault.length))
        if !isCovered(by: listings) { faults.insert(.notCovered) }
        let rows = Dictionary(grouping: listings, by: \.position)
        for (position, row) in rows { faults.formUnion(unmet(at: position, row)) }
        faults.formUnion(unmetAnywhere(listings))
        if isWide { faults.formUnion(repeated(offers)) }
        return faults
    }

    private func isCovered(by listings: [Offer]) -> Bool {
        do {
            try Coverage.check(listings, positions: shop.rules.positions, span: shop.start..<shop.end)
            return true
        } catch { return false }
    }

    /// A planned item must be shown from the first second on that the position can meet, until nothing lawful is left.
    private func unmet(at position: Int, _ row: [Offer]) -> [Fault] {
        // Between narrow lengths, what isn't known to stand here would count.
        guard areFlexible || spans.count == all.count && spans.allSatisfy({ $0.position != nil }) else { return [] }
        var faults: [Fault] = []
        var free = row[0].start
        for span in spans where span.position == position && span.end > free {
            let start = firstEnd(from: free, notBefore: span.start)
            let shown = row.filter { $0.start >= start && $0.start < span.end && $0.item == span.item }
            if span.end - start >= .seconds(shop.rules.shelfLife.lowerBound), start < shop.end,
                shown.first?.start != start || !fillsAsPlanned(shown, span)
            {
                faults.append(.notShown(span.item, span.start))
            }
            free = shown.last?.end ?? free
        }
        return faults
    }

    /// What may stand anywhere stands somewhere, on its second where the shelf lives differ enough.
    private func unmetAnywhere(_ listings: [Offer]) -> [Fault] {
        guard areFlexible else { return [] }
        return spans.filter { $0.position == nil }.compactMap { span in
            let others = all.filter { $0 != span && $0.start < span.end + near && $0.end > span.start - near }
            guard others.isEmpty, span.start >= shop.start + near, span.start < shop.end else { return nil }
            let starts = listings.filter { $0.item == span.item && $0.start == span.start }
            return starts.count == 1 ? nil : .notShown(span.item, span.start)
        }
    }

    private var near: TimeSpan { .seconds(2 * shop.rules.shelfLife.upperBound) }

    private func fillsAsPlanned(_ shown: [Offer], _ span: PlannedSpan) -> Bool {
        guard let last = shown.last, zip(shown, shown.dropFirst()).allSatisfy({ $0.end == $1.start }) else {
            return false
        }
        let left = (span.end - last.end).wholeSeconds
        return last.end >= shop.end || left >= 0 && left < shop.rules.shelfLife.lowerBound
    }

    private func firstEnd(from start: Instant, notBefore end: Instant) -> Instant {
        guard end > start else { return start }
        let gap = Int((end - start).wholeSeconds)
        var isEnd = [true]
        for second in 1...gap + shop.rules.shelfLife.upperBound {
            isEnd.append(shop.rules.shelfLife.contains { $0 <= second && isEnd[second - $0] })
            if second >= gap, isEnd[second] { return start + .seconds(second) }
        }
        return .distantFuture
    }

    /// No item comes back within no-repeat, unless both times because it was planned so.
    private func repeated(_ offers: [Offer]) -> [Fault] {
        Dictionary(grouping: offers, by: \.item).values.flatMap { same in
            zip(same, same.dropFirst()).compactMap { first, second in
                guard second.start - first.end < shop.rules.noRepeat else { return nil }
                let arePlanned = [first, second].allSatisfy { offer in all.contains { $0.covers(offer) } }
                return arePlanned ? nil : .tooSoon(second.item, second.start)
            }
        }
    }

    /// Whether no-repeat can be kept at every draw, though each planned item may be kept away from it.
    var isWide: Bool {
        let sellable = try! Catalogue(
            shop.catalogue.items.filter { item in
                shop.editionsLeft[item] != 0 && !shop.rules.plan.contains { $0.item == item.id }
            })
        let span = shop.start - .seconds(2 * shop.rules.shelfLife.upperBound)..<shop.end
        return ChoiceCheck.shortage(rules: shop.rules, catalogue: sellable, in: span) == nil
    }
}
