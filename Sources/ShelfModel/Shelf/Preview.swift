/// The offers that a store's rules would give during a span, drawn with a seed that is not secret.
///
/// The server draws with a secret seed, so it shows other offers, but each item as often.
package struct Preview: Sendable {
    package let rules: StoreRules
    package let catalogue: Catalogue
    package let span: Range<Instant>
    /// How many copies of limited items are left, from the beginning of the span to its end: nobody buys in a preview.
    package let editionsLeft: EditionsLeft
    /// Every offer that starts in the span, ordered by start.
    package let offers: [Offer]
    private let planned: [Item.ID: [PlannedSpan]]

    /// - Parameter number: the same number gives the same offers.
    package init(
        rules: StoreRules, catalogue: Catalogue, span: Range<Instant>, number: UInt64,
        editionsLeft: EditionsLeft = EditionsLeft()
    ) throws(Schedule.NothingToShow) {
        let seed = ScheduleSeed(previewNumber: number)
        var schedule = Schedule(
            odds: Odds(rules: rules, catalogue: catalogue, editionsLeft: editionsLeft), seed: seed, after: [],
            firstWindow: span.lowerBound.ceiled(to: .seconds(1)))
        self.rules = rules
        self.catalogue = catalogue
        self.span = span
        self.editionsLeft = editionsLeft
        offers = try schedule.extend(until: span.upperBound).filter { $0.start >= span.lowerBound }
        let spans = rules.plannedSpans(endingAfter: span.lowerBound, until: span.upperBound, seed: seed)
        planned = Dictionary(grouping: spans, by: \.item)
    }

    /// Whether an offer is there because it was planned.
    package func isPlanned(_ offer: Offer) -> Bool {
        planned[offer.item, default: []].contains { $0.covers(offer) }
    }

    /// How often an item or a set was shown, and how often its weight asks for.
    package struct Share: Hashable, Sendable {
        package var drawn = 0
        /// Its weight as a share of the total weight, from 0 to 1, averaged over all draws.
        package var expected = 0.0
        /// What ``NoRepeatLimit`` leaves it, from 0 to 1; the same as ``expected`` where `noRepeat` can't be kept.
        package var left = 0.0

        /// Whether `noRepeat` explains that it is shown less often than its weight asks for: by more than a tenth.
        package var isCapped: Bool { left < expected * 0.9 }

        /// For what was never shown and never had a weight.
        package var isNothing: Bool { drawn == 0 && expected == 0 }

        package static func + (left: Share, right: Share) -> Share {
            Share(
                drawn: left.drawn + right.drawn, expected: left.expected + right.expected,
                left: left.left + right.left)
        }
    }

    /// The share of each item, in the catalogue's order.
    ///
    /// The expected shares ignore `noRepeat`. An item with a large weight is shown less often than its weight asks
    /// for, because it must stay away for a while after each offer.
    package func shares() -> [Share] {
        var shares = [Share](repeating: Share(), count: catalogue.items.count)
        let limit = NoRepeatLimit(rules)
        for offer in offers {
            if let index = catalogue.index(of: offer.item) { shares[index].drawn += 1 }
        }
        guard !offers.isEmpty else { return shares }
        let shown = shares.map { Double($0.drawn) / Double(offers.count) }
        for (weights, draws) in drawsByWeights() {
            let total = Double(weights.reduce(0) { $0 + $1.millionths })
            let part = Double(draws) / Double(offers.count)
            let asked = weights.map { Double($0.millionths) / total }
            let left = limit.shares(asked: asked, shown: shown)
            for index in weights.indices {
                shares[index].expected += asked[index] * part
                shares[index].left += left[index] * part
            }
        }
        return shares
    }

    /// The same as ``shares()``, for each set.
    package func sharesBySet() -> [String: Share] {
        var sets: [String: Share] = [:]
        for (item, share) in zip(catalogue.items, shares()) {
            sets[item.set] = sets[item.set, default: Share()] + share
        }
        return sets
    }

    /// The weights between two instants at which they change, and how many offers were drawn with them.
    private func drawsByWeights() -> [(weights: [Weight], draws: Int)] {
        var odds = Odds(rules: rules, catalogue: catalogue, editionsLeft: editionsLeft)
        var spans: [(weights: [Weight], draws: Int)] = []
        var change = Instant.distantPast
        for offer in offers {
            if offer.start >= change {
                spans.append((odds.weights(at: offer.start), 0))
                change = odds.nextChange(after: offer.start) ?? .distantFuture
            }
            spans[spans.count - 1].draws += 1
        }
        return spans
    }
}

extension ScheduleSeed {
    /// A seed made from a number. It is no secret.
    init(previewNumber number: UInt64) {
        self.init(bytes: (0..<32).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> (8 * UInt64($0)) : 0) })
    }
}
