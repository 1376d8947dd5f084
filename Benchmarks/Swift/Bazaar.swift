import Crypto
import ShelfModel
import ShelfWire

/// A store of 80 positions over 1,870 items in 99 sets, with ten weight rules of all kinds.
struct Bazaar {
    static let firstWindow = CalendarDate(year: 2026, month: 12, day: 24)!.start() + .hours(12)
    static let cardBytes = 256
    static let signing = Curve25519.Signing.PrivateKey()
    static let top = ChainKey(bytes: [UInt8](repeating: 9, count: 32))!
    static let chainID = ChainID(bytes: [UInt8](repeating: 4, count: 16))!

    let rules: StoreRules
    let catalogue: Catalogue
    let seed = ScheduleSeed(bytes: [UInt8](repeating: 1, count: 32))
    let chain: Chain
    /// Every key of the chain, by slot, so that sealing is measured without walking.
    let keys: [ChainKey]

    init() throws {
        catalogue = try Catalogue((0..<1870).map(Self.item))
        rules = StoreRules(
            store: "bazaar", positions: 80, noRepeat: .minutes(10), choice: .all,
            weights: try Self.weights())
        keys = Self.keys(slots: 7200)
        chain = Chain(
            id: Self.chainID, epochMs: (Self.firstWindow - .hours(1)).milliseconds, slots: 7200, anchor: keys[0],
            leadMs: 600_000)
    }

    /// A whole chain from its top, one walk.
    static func keys(slots: Int) -> [ChainKey] {
        var walk = KeyWalk(chain: chainID, key: top, slot: slots)
        var keys = [top]
        keys.reserveCapacity(slots + 1)
        for slot in (0..<slots).reversed() {
            walk.descend(to: slot)
            keys.append(walk.key)
        }
        return keys.reversed()
    }

    func schedule(after offers: [Offer] = []) -> Schedule {
        Schedule(
            odds: Odds(rules: rules, catalogue: catalogue), seed: seed, after: offers,
            firstWindow: Self.firstWindow)
    }

    func seal(_ offer: Offer) throws -> WindowRecord {
        let slot = chain.slot(startingAt: offer.start)!
        let seal = CardSeal(
            chain: chain.id, slot: slot, position: offer.position, revision: 0, seconds: offer.seconds)
        let card = Card(catalogue[offer.item]!, picture: nil, currency: "coins")
        return WindowRecord(
            chain: 0, position: offer.position, revision: 0, slot: slot, seconds: offer.seconds,
            sealed: try seal.seal(card.plaintext(cardBytes: Self.cardBytes), with: keys[slot]))
    }

    /// The window that is issued at `instant`, of those records that touch it.
    func window(at instant: Instant, _ sealed: [(offer: Offer, record: WindowRecord)]) throws -> WindowFile {
        let records = sealed.filter { $0.offer.touches(instant..<instant + .minutes(10)) }.map(\.record)
        let slot = chain.newestReleased(at: instant)!
        let header = WindowHeader(
            store: rules.store, previous: WindowHeader.noPrevious, issuedAt: instant, until: instant + .minutes(10),
            positions: rules.positions, columns: 10, cardBytes: Self.cardBytes, count: records.count,
            chains: [chain], released: [ReleasedKey(chain: chain.id, slot: slot, key: keys[slot])])
        return try WindowFile(header: header, records: records, key: Self.signing)
    }

    private static func item(_ index: Int) -> Item {
        let released = CalendarDate(daysSinceEpoch: 14_600 + index * 37 % 5900)
        return Item(
            id: "item-number-\(index)", name: "Item number \(index)", set: "set-\(index % 99)",
            released: .date(released), price: Int64(25 + index * 7 % 900), edition: index % 9 == 0 ? 5000 : nil,
            glyph: "🎁")
    }

    private static func weights() throws -> [WeightRule] {
        let festive = DateSpan.yearly(from: .init(month: 12, day: 1)!, to: .init(month: 12, day: 31)!)
        let easter = DateSpan.once(
            from: CalendarDate(year: 2027, month: 3, day: 26)!, to: CalendarDate(year: 2027, month: 3, day: 29)!)
        let rules: [(String, Selector, WeightRule.Season)] = [
            ("4", Selector(sets: ["set-1"]), .always),
            ("0.02", Selector(sets: ["set-2", "set-3"]), .outside(festive)),
            ("3", Selector(sets: ["set-4"]), .during(festive)),
            ("2", Selector(sets: ["set-5"]), .during(easter)),
            ("3", Selector(age: .init(under: CalendarAge(months: 6))), .always),
            ("0.5", Selector(age: .init(over: CalendarAge(months: 120))), .always),
            ("0.25", Selector(price: .init(from: 800)), .always),
            ("1.5", Selector(price: .init(to: 100)), .always),
            ("5", Selector(editionLeft: .init(to: 5000)), .always),
            ("10", Selector(items: ["item-number-7", "item-number-70"]), .always),
        ]
        return rules.map { WeightRule(factor: Weight(decimal: $0.0)!, selector: $0.1, season: $0.2) }
    }
}
