import ShelfModel
import ShelfWire

/// Checks that need all stores at once, or the catalogue.
struct StoreChecks {
    let stores: [StoreDraft]
    let log: ProblemLog

    /// Checks that no store's window can exceed 4 MiB, because clients refuse larger ones.
    func checkWindows() {
        for draft in stores {
            let rules = draft.store.rules
            let listings = rules.ends.reduce(0) { sum, row in
                let shortest = row.end.seconds.lowerBound
                return sum + row.count * ((600 + shortest - 1) / shortest + 1)
            }
            let frame = WindowHeader.bytesAtMost + 12 + 64
            let bytes = frame + listings * WindowRecord.bytes(cardBytes: draft.store.cardBytes)
            guard bytes > WindowFile.bytesAtMost else { continue }
            log.add(
                draft.fields.place(of: "positions"), found: "windows of up to \(bytes) bytes",
                expected: "at most \(WindowFile.bytesAtMost) bytes",
                advice: "have fewer positions, a longer shelfLife.from or a smaller cardBytes")
        }
    }

    /// Checks that every item's card fits into the `cardBytes` of every store.
    func checkCards(_ items: [(item: Item, place: Place)]) {
        let sizes = stores.map { (store: $0.store, named: Card.bytesNeeded(currency: $0.store.currency)) }
        guard let least = sizes.map({ $0.store.cardBytes - $0.named }).min() else { return }
        for (item, place) in items where !Task.isCancelled {
            guard let needed = Card.bytesNeeded(item), needed > least else { continue }
            let tooSmall = sizes.filter { $0.store.cardBytes - $0.named < needed }
            let names = tooSmall.map { "\($0.store.cardBytes) in \($0.store.id)" }.joined(separator: ", ")
            let most = needed + (tooSmall.map(\.named).max() ?? 0)
            log.add(
                place, found: "an item whose card takes \(most) bytes", alike: "a card",
                expected: "at most cardBytes (\(names))", advice: "shorten its texts or raise cardBytes")
        }
    }

    /// Warns of items whose card has no room for when an offer of several listings begins and ends.
    func checkRoom(_ items: [(item: Item, place: Place)]) {
        for draft in stores where !Task.isCancelled {
            let (store, rules) = (draft.store, draft.store.rules)
            let planned = Set(rules.plan.map(\.item))
            let joining = rules.offersAreLong ? items : items.filter { planned.contains($0.item.id) }
            let narrow = joining.map(\.item).filter { !store.hasRoom(for: $0) }
            guard let widest = narrow.compactMap({ Card.bytesNeeded($0, isJoined: true) }).max() else { continue }
            let others = narrow.count == 1 ? "" : " and \(counted(narrow.count - 1, "other item"))"
            log.warn(
                draft.fields.place(of: "cardBytes"),
                found: "no room on the card of \(narrow[0].id)\(others) for when an offer begins and ends",
                expected: "at least \(widest + Card.bytesNeeded(currency: store.currency))",
                advice: """
                    such an item is shown as single listings, of \(TimeSpan.seconds(ListingLengths.longest)) at most; \
                    shorten its texts, or begin a new store with larger cards
                    """)
        }
    }

    /// Checks how much there is to judge.
    ///
    /// - Returns: whether it is little enough for what comes after.
    func checkRules(items: Int) -> Bool {
        var rules = 0
        for draft in stores {
            rules += draft.store.rules.choice.except.count + draft.store.rules.weights.count + 1
            guard items * rules > ContentBounds.itemsTimesRules else { continue }
            log.add(
                draft.fields.place(of: "weights"),
                found: "\(counted(items, "item")) × \(counted(rules, "rule")) of the stores up to here",
                expected: "at most \(grouped(ContentBounds.itemsTimesRules)), all stores together",
                advice: "have one rule for several sets or items")
            return false
        }
        return true
    }

    /// Tries the rules for a year ahead, so that designers learn of a shortage of items now and not on the day when it
    /// begins.
    func checkChoices(_ catalogue: Catalogue, from now: Instant) {
        let year = now..<now + .days(366)
        let shortages = ChoiceCheck.shortages(stores.map(\.store.rules), catalogue: catalogue, in: year)
        for (draft, shortage) in zip(stores, shortages) where draft.knowsNames {
            if let shortage { report(shortage, of: draft, catalogue: catalogue) }
        }
    }

    /// Checks what is planned for the year ahead.
    ///
    /// A start that windows have passed already is a warning, not an error: files that name it may well be published
    /// late, or again.
    ///
    /// - Parameter hasAllItems: whether the catalogue lacks none. Else nothing is said of what items a plan names.
    func checkPlans(_ catalogue: Catalogue, hasAllItems: Bool, from now: Instant, published: PublishedContent) {
        for draft in stores where !draft.plan.isEmpty && !Task.isCancelled {
            let (rules, known) = (draft.store.rules, published[draft.store.id])
            let check = PlanCheck(
                rules: rules, catalogue: catalogue, editionsLeft: known?.editionsLeft ?? EditionsLeft(), now: now,
                publishedUntil: known?.drawnUntil, inForce: known?.plan ?? [],
                isDrawn: published.isDrawn, mayBeLate: true)
            for problem in check.problems where hasAllItems || problem.key != .item {
                guard !Task.isCancelled else { return }
                report(problem, in: draft.plan[problem.appearance], catalogue: catalogue)
            }
        }
    }

    private func report(_ problem: PlanProblem, in draft: PlanReader.Draft, catalogue: Catalogue) {
        let place = draft.fields.place(of: problem.key.rawValue)
        let item = draft.appearance.item
        let isUnknown = problem.key == .item && catalogue[item] == nil
        let advice = isUnknown ? log.advice(item, among: catalogue.items.map(\.id)) : problem.advice
        switch problem.severity {
        case .error: log.add(place, found: problem.found, expected: problem.expected, advice: advice)
        case .warning: log.warn(place, found: problem.found, expected: problem.expected, advice: advice)
        }
    }

    private func report(_ shortage: ChoiceCheck.Shortage, of draft: StoreDraft, catalogue: Catalogue) {
        let rules = draft.store.rules
        let day = CalendarDate(shortage.from, in: rules.zone)
        log.add(
            draft.fields.place(of: "choose"),
            found: "\(counted(shortage.eligible, "item")) that can be drawn from \(day) on",
            expected: """
                at least \(shortage.needed) for \(counted(rules.positions, "position")) of at least \
                \(TimeSpan.seconds(rules.shortestOffer)) with noRepeat \(rules.noRepeat)
                """,
            advice: Self.advice(shortage, rules: rules, catalogue: catalogue))
    }

    private static func advice(_ shortage: ChoiceCheck.Shortage, rules: StoreRules, catalogue: Catalogue) -> String {
        if catalogue.items.isEmpty { return "the catalogue has no items" }
        let releases = catalogue.items.compactMap { item in
            let release = item.released.instant(in: rules.zone)
            let isChosen = rules.weight(of: item, editionLeft: item.edition, at: release) > .zero
            return release > shortage.from && isChosen ? release : nil
        }
        if let first = releases.min(), shortage.eligible + releases.count >= shortage.needed {
            let day = CalendarDate(first, in: rules.zone)
            return "\(counted(releases.count, "more item")) will be released, the first on \(day)"
        }
        // Without it, an item needn't stay away for any time.
        return rules.noRepeat == .zero
            ? "widen the choice or have fewer positions"
            : "have fewer positions, widen the choice, shorten noRepeat or lengthen shelfLife"
    }
}
