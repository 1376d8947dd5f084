import ShelfModel
import ShelfWire

/// What can only be told once the stores and the catalogue have been read.
struct StoreChecks {
    let stores: [StoreDraft]
    let log: ProblemLog

    /// A reader refuses windows over 4 MiB, so none may come to be.
    func checkWindows() {
        for draft in stores {
            let rules = draft.store.rules
            let listings = (600 + rules.shelfLife.lowerBound - 1) / rules.shelfLife.lowerBound + 1
            let frame = WindowHeader.bytesAtMost + 12 + 64
            let bytes = frame + rules.positions * listings * (32 + draft.store.cardBytes)
            guard bytes > WindowFile.bytesAtMost else { continue }
            log.add(
                draft.fields.place(of: "positions"), found: "windows of up to \(bytes) bytes",
                expected: """
                    at most \(WindowFile.bytesAtMost); have fewer positions, a longer shelfLife.from \
                    or a smaller cardBytes
                    """)
        }
    }

    /// With a clock that is off by more than half a lead, keys would come too early or too late.
    func check(uncertainty: TimeSpan, place: Place) {
        guard let shortest = stores.min(by: { $0.store.lead < $1.store.lead }) else { return }
        let lead = shortest.store.lead
        guard uncertainty.milliseconds * 2 > lead.milliseconds else { return }
        log.add(
            place, found: "\(uncertainty)",
            expected: """
                at most half the shortest lead, which is \(lead) (\(shortest.fields.place.field)); \
                have a better clock or a longer lead
                """)
    }

    /// - Parameter places: where each item stands.
    func checkCards(_ items: [(item: Item, place: Place)]) {
        guard let smallest = stores.map(\.store.cardBytes).min() else { return }
        for (item, place) in items {
            guard let needed = Self.bytesNeeded(item), needed > smallest else { continue }
            let tooSmall = stores.filter { $0.store.cardBytes < needed }
            let names = tooSmall.map { "\($0.store.cardBytes) in \($0.store.id)" }.joined(separator: ", ")
            log.add(
                place, found: "an item whose card takes \(needed) bytes",
                expected: "at most cardBytes (\(names)); shorten its texts or raise cardBytes")
        }
    }

    private static func bytesNeeded(_ item: Item) -> Int? {
        do {
            _ = try Card(item).plaintext(cardBytes: 2)
            return nil
        } catch {
            return (error as? Card.TooLong)?.needed
        }
    }

    /// What would otherwise show at midnight.
    func checkChoices(_ catalogue: Catalogue, from now: Instant) {
        for draft in stores {
            let rules = draft.store.rules
            let year = now..<now + .days(366)
            guard let shortage = ChoiceCheck.shortage(rules: rules, catalogue: catalogue, in: year) else { continue }
            log.add(draft.fields.place(of: "choose"), Self.words(shortage, rules: rules))
        }
    }

    private static func words(_ shortage: ChoiceCheck.Shortage, rules: StoreRules) -> String {
        let items = shortage.eligible == 1 ? "1 item" : "\(shortage.eligible) items"
        return """
            from \(CalendarDate(shortage.from, offset: rules.offset)) only \(items) can be drawn, \
            but \(rules.positions) positions of at least \(TimeSpan.seconds(rules.shelfLife.lowerBound)) \
            with noRepeat \(rules.noRepeat) need \(shortage.needed); \
            widen the choice, shorten noRepeat or lengthen shelfLife
            """
    }
}
