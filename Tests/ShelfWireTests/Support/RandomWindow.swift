import ShelfModel
import ShelfWire

/// A sound window made up at random, the same each time for one number.
///
/// Its records hold noise instead of cards, since a reader of windows opens none.
struct RandomWindow {
    let header: WindowHeader
    let records: [WindowRecord]

    init(_ number: UInt32, cardBytes: Int? = nil, positions: Int? = nil) {
        var random = KeyedGenerator(key: [UInt8](repeating: 3, count: 32), nonce: (number, 0, 0))
        let issuedAt = Instant(milliseconds: 1_750_000_020_000) + .minutes(random.next(below: 1_000_000))
        let chains = Self.chains(around: issuedAt, &random)
        let cardBytes = cardBytes ?? 2 + Int(random.next(below: 400))
        let positions = positions ?? 1 + Int(random.next(below: 12))
        let until = issuedAt + .seconds(600 + random.next(below: 200))
        records = (0..<positions).flatMap {
            Self.records(position: $0, chains, issuedAt..<until, cardBytes: cardBytes, &random)
        }
        header = WindowHeader(
            store: "store-\(number)", previous: Hex.encode(random.bytes(32)), issuedAt: issuedAt, until: until,
            positions: positions, columns: 1 + Int(random.next(below: UInt64(positions))), cardBytes: cardBytes,
            count: records.count, chains: chains, released: Self.released(chains, at: issuedAt, &random))
    }

    /// One chain, or two with the hand-over within the window.
    private static func chains(around issuedAt: Instant, _ random: inout KeyedGenerator) -> [Chain] {
        let slots = 2000 + Int(random.next(below: 80_000))
        let handover = issuedAt + .seconds(random.next(below: 600))
        let isOne = random.next(below: 2) == 0
        let epoch = handover - .seconds(isOne ? 1000 : slots)
        let first = chain(epoch, slots: slots, &random)
        return isOne ? [first] : [first, chain(first.end, slots: 3000, &random)]
    }

    private static func chain(_ epoch: Instant, slots: Int, _ random: inout KeyedGenerator) -> Chain {
        Chain(
            id: ChainID(bytes: random.bytes(16))!, epochMs: epoch.milliseconds, slots: slots,
            anchor: ChainKey(bytes: random.bytes(32))!, leadMs: Int64(random.next(below: 600_000)))
    }

    /// Now and then boxed, as in a store with an app secret.
    private static func released(
        _ chains: [Chain], at issuedAt: Instant, _ random: inout KeyedGenerator
    ) -> [ReleasedKey] {
        let secret = random.next(below: 2) == 0 ? AppSecret(bytes: random.bytes(32)) : nil
        return chains.compactMap { chain in
            guard let slot = chain.newestReleased(at: issuedAt) else { return nil }
            let key = ChainKey(bytes: random.bytes(32))!
            guard let secret else { return ReleasedKey(chain: chain.id, slot: slot, key: key) }
            return ReleasedKey(
                chain: chain.id, slot: slot,
                box: try! KeyBox.seal(key, slot: slot, chain: chain.id, secret: secret))
        }
    }

    private static func records(
        position: Int, _ chains: [Chain], _ span: Range<Instant>, cardBytes: Int, _ random: inout KeyedGenerator
    ) -> [WindowRecord] {
        var start = span.lowerBound - .seconds(random.next(below: 45))
        var records: [WindowRecord] = []
        while start < span.upperBound {
            let seconds = 45 + Int(random.next(below: 196))
            let chain = chains.firstIndex { $0.slot(startingAt: start) != nil }!
            records.append(
                WindowRecord(
                    chain: chain, position: position, revision: Int(random.next(below: 3)),
                    slot: chains[chain].slot(startingAt: start)!, seconds: seconds,
                    sealed: Array(random.bytes(4 * (cardBytes / 4 + 9)).prefix(cardBytes + 32))))
            start = start + .seconds(seconds)
        }
        return records
    }
}
