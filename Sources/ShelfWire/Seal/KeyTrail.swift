import ShelfModel

/// The trusted keys of one chain: the newest, and those that were worked out on the way down from it.
struct KeyTrail: Sendable {
    let chain: Chain
    /// The newest slot whose key is known, 0 for the anchor alone.
    private(set) var slot = 0
    private var key: ChainKey
    /// Keys of slots that were asked for, so that the chain is walked once.
    private var derived: [Int: ChainKey] = [:]

    init(_ chain: Chain) {
        self.chain = chain
        key = chain.anchor
    }

    mutating func advance(to slot: Int, key: ChainKey) {
        guard slot > self.slot else { return }
        (self.slot, self.key) = (slot, key)
    }

    /// The known key from where the walk to or from `slot` is shortest.
    func nearest(to slot: Int) -> (slot: Int, key: ChainKey) {
        guard let known = derived.keys.lazy.filter({ $0 >= slot }).min(), let key = derived[known] else {
            return (self.slot, self.key)
        }
        return (known, key)
    }

    /// Whether one of `key` and the nearest known key hashes down to the other.
    func agrees(with key: ChainKey, of slot: Int) -> Bool {
        let known = nearest(to: slot)
        return slot > known.slot
            ? key.descended(in: chain.id, from: slot, to: known.slot) == known.key
            : known.key.descended(in: chain.id, from: known.slot, to: slot) == key
    }

    mutating func key(of slot: Int) -> ChainKey? {
        if derived[slot] == nil { derive([slot]) }
        return derived[slot]
    }

    /// Works out the keys of those slots that follow from what is known, on one walk.
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

    /// Forgets what is hardly asked for any more; the newest key would give it again.
    mutating func forget(before instant: Instant) {
        derived = derived.filter { chain.start(of: $0.key) >= instant }
    }
}
