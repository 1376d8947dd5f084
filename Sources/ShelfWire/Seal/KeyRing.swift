package import ShelfModel

/// A reader's trusted keys: for each chain the newest, from which every earlier one follows.
package struct KeyRing: Sendable {
    private var rings: [ChainID: Ring] = [:]

    private struct Ring {
        let chain: Chain
        var slot = 0
        var key: ChainKey
        /// Keys of slots that were asked for, so that the chain is walked once.
        var derived: [Int: ChainKey] = [:]

        /// The known key nearest above `slot` (or at it), from where the walk is shortest.
        func nearest(above slot: Int) -> (slot: Int, key: ChainKey) {
            guard let known = derived.keys.lazy.filter({ $0 >= slot }).min(), let key = derived[known] else {
                return (self.slot, self.key)
            }
            return (known, key)
        }
    }

    package init() {}

    package var chains: [ChainID: Chain] { rings.mapValues(\.chain) }

    /// The newest slot whose key is known, 0 for the anchor alone.
    package func newest(of chain: ChainID) -> Int? { rings[chain]?.slot }

    /// Takes over the chains of a verified window, and its keys on the window's signature.
    package mutating func trust(_ header: WindowHeader, secret: AppSecret? = nil) {
        for chain in header.chains where rings[chain.id] == nil {
            rings[chain.id] = Ring(chain: chain, key: chain.anchor)
        }
        for released in header.released {
            guard let key = released.opened(with: secret) else { continue }
            advance(released.chain, to: released.slot, key: key)
        }
    }

    /// Drops chains that no window at hand speaks of.
    package mutating func keep(only chains: Set<ChainID>) {
        rings = rings.filter { chains.contains($0.key) }
    }

    /// Drops what was worked out for slots before `slot`, which nobody will ask for again.
    package mutating func forget(before slot: Int, in chain: ChainID) {
        guard let derived = rings[chain]?.derived else { return }
        rings[chain]?.derived = derived.filter { $0.key >= slot }
    }

    /// Checks a key that came alone, by hashing it down to the newest trusted one.
    ///
    /// What can't be right is refused before any hashing, so that a forged
    /// slot costs nobody a long walk.
    ///
    /// - Parameter latest: the latest that the true time can be.
    package mutating func accept(_ released: ReleasedKey, secret: AppSecret? = nil, latest: Instant) throws(KeyError) {
        guard let ring = rings[released.chain] else { throw .unknownChain }
        guard (1...ring.chain.slots).contains(released.slot) else { throw .beyondChain }
        guard ring.chain.release(of: released.slot) <= latest + WindowFile.Expectations.tolerance else {
            throw .tooEarly
        }
        guard released.slot - ring.slot <= 2 * 600 + ring.chain.leadMs / 1000 else { throw .tooFar }
        guard let key = released.opened(with: secret) else { throw .shut }
        guard released.slot > ring.slot else { return try confirm(key, slot: released.slot, in: ring) }
        guard key.descended(in: released.chain, from: released.slot, to: ring.slot) == ring.key else { throw .forged }
        advance(released.chain, to: released.slot, key: key)
    }

    /// The key of a slot, when it follows from what is known.
    package mutating func key(_ chain: ChainID, slot: Int) -> ChainKey? {
        guard let ring = rings[chain], slot >= 1, slot <= ring.slot else { return nil }
        if let key = ring.derived[slot] { return key }
        derive([slot], in: chain)
        return rings[chain]?.derived[slot]
    }

    /// Works out the keys of many slots on one walk.
    package mutating func derive(_ slots: some Sequence<Int>, in chain: ChainID) {
        guard let ring = rings[chain] else { return }
        let wanted = Set(slots.filter { $0 >= 1 && $0 <= ring.slot && ring.derived[$0] == nil }).sorted(by: >)
        guard let first = wanted.first else { return }
        let (slot, key) = ring.nearest(above: first)
        var walk = KeyWalk(chain: chain, key: key, slot: slot)
        for slot in wanted {
            walk.descend(to: slot)
            rings[chain]?.derived[slot] = walk.key
        }
    }

    private func confirm(_ key: ChainKey, slot: Int, in ring: Ring) throws(KeyError) {
        let (above, known) = ring.nearest(above: slot)
        guard above - slot <= 2 * 600 + ring.chain.leadMs / 1000 else { throw .tooFar }
        guard known.descended(in: ring.chain.id, from: above, to: slot) == key else { throw .forged }
    }

    private mutating func advance(_ chain: ChainID, to slot: Int, key: ChainKey) {
        guard let ring = rings[chain], slot > ring.slot else { return }
        rings[chain]?.slot = slot
        rings[chain]?.key = key
    }
}
