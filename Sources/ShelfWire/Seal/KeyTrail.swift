import ShelfModel

/// The trusted keys of one chain: the newest one, and a cache of keys that were derived from it.
struct KeyTrail: Sendable {
    let chain: Chain
    /// The newest slot whose key is known, 0 for the anchor alone.
    private(set) var slot = 0
    private var key: ChainKey
    /// A cache of derived keys, so that the chain isn't walked again for each request.
    private var derived: [Int: ChainKey] = [:]

    init(_ chain: Chain) {
        self.chain = chain
        key = chain.anchor
    }

    mutating func advance(to slot: Int, key: ChainKey) {
        guard slot > self.slot else { return }
        (self.slot, self.key) = (slot, key)
    }

    /// The known key from where the walk down to `slot` is shortest.
    private func nearest(to slot: Int) -> (slot: Int, key: ChainKey) {
        guard let known = derived.keys.lazy.filter({ $0 >= slot }).min(), let key = derived[known] else {
            return (self.slot, self.key)
        }
        return (known, key)
    }

    /// Whether the key of a newer slot belongs to the chain: it hashes down to the newest known key.
    func agrees(with key: ChainKey, of slot: Int) -> Bool {
        key.descended(in: chain.id, from: slot, to: self.slot) == self.key
    }

    mutating func key(of slot: Int) -> ChainKey? {
        if derived[slot] == nil { derive([slot]) }
        return derived[slot]
    }

    /// Derives the keys of those slots that the known keys allow, in one walk.
    mutating func derive(_ slots: some Sequence<Int>) {
        let wanted = Set(slots.filter { $0 >= 1 && $0 <= self.slot && derived[$0] == nil }).sorted(by: >)
        guard let first = wanted.first else { return }
        let known = nearest(to: first)
        var walk = KeyWalk(chain: chain.id, key: known.key, slot: known.slot)
        for slot in wanted {
            walk.descend(to: slot)
            derived[slot] = walk.key
        }
    }

    /// Drops cached keys of old slots. They can be derived again from the newest key.
    mutating func forget(before instant: Instant) {
        derived = derived.filter { chain.start(of: $0.key) >= instant }
    }
}
