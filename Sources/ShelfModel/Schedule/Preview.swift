/// The listings that rules would show during a span, with a seed of one's own.
///
/// The server draws with a secret seed, so its listings are others; how often
/// each item comes is the same.
package struct Preview: Sendable {
    package let rules: StoreRules
    package let catalogue: Catalogue
    package let span: Range<Instant>
    /// Every listing that starts in the span, in the order of their starts.
    package let listings: [Listing]

    /// - Parameter number: the same number gives the same listings.
    package init(
        rules: StoreRules, catalogue: Catalogue, span: Range<Instant>, number: UInt64
    ) throws(Schedule.NothingToShow) {
        var schedule = Schedule(
            odds: Odds(rules: rules, catalogue: catalogue), seed: ScheduleSeed(previewNumber: number), after: [],
            firstWindow: span.lowerBound.ceiled(to: .seconds(1)))
        self.rules = rules
        self.catalogue = catalogue
        self.span = span
        listings = try schedule.extend(until: span.upperBound).filter { $0.start >= span.lowerBound }
    }

    /// How often something was shown, and how often its weight asks for.
    package struct Share: Hashable, Sendable {
        package var drawn = 0
        /// The mean over all draws of its weight beside the total, as a part of one.
        package var expected = 0.0

        /// Neither shown nor asked for.
        package var isNothing: Bool { drawn == 0 && expected == 0 }

        package static func + (left: Share, right: Share) -> Share {
            Share(drawn: left.drawn + right.drawn, expected: left.expected + right.expected)
        }
    }

    /// For each item of the catalogue, in its order.
    ///
    /// What is asked for takes no account of `noRepeat`: an item that weighs
    /// much is shown less often than that, since it must stay away for a while.
    package func shares() -> [Share] {
        var shares = [Share](repeating: Share(), count: catalogue.items.count)
        for listing in listings {
            if let index = catalogue.index(of: listing.item) { shares[index].drawn += 1 }
        }
        guard !listings.isEmpty else { return shares }
        for (weights, draws) in drawsByWeights() {
            let total = Double(weights.reduce(0) { $0 + $1.millionths })
            let part = Double(draws) / Double(listings.count)
            for index in weights.indices {
                shares[index].expected += Double(weights[index].millionths) / total * part
            }
        }
        return shares
    }

    /// As ``shares()``, for each set.
    package func sharesBySet() -> [String: Share] {
        var sets: [String: Share] = [:]
        for (item, share) in zip(catalogue.items, shares()) {
            sets[item.set] = sets[item.set, default: Share()] + share
        }
        return sets
    }

    /// The weights between two instants at which they change, and how many listings were drawn by them.
    private func drawsByWeights() -> [(weights: [Weight], draws: Int)] {
        var odds = Odds(rules: rules, catalogue: catalogue)
        var spans: [(weights: [Weight], draws: Int)] = []
        var change = Instant.distantPast
        for listing in listings {
            if listing.start >= change {
                spans.append((odds.weights(at: listing.start), 0))
                change = odds.nextChange(after: listing.start) ?? .distantFuture
            }
            spans[spans.count - 1].draws += 1
        }
        return spans
    }
}

extension ScheduleSeed {
    /// Nobody's secret.
    fileprivate init(previewNumber number: UInt64) {
        self.init(bytes: (0..<32).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> (8 * UInt64($0)) : 0) })
    }
}
