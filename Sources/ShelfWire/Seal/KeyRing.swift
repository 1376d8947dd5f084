package import ShelfModel

/// A reader's trusted keys. It keeps the newest key of each chain, from which every earlier one can be derived.
package struct KeyRing: Sendable {
    private var trails: [ChainID: KeyTrail] = [:]

    package init() {}

    package var chains: [ChainID: Chain] { trails.mapValues(\.chain) }

    /// The newest slot whose key is known, 0 for the anchor alone.
    package func newest(of chain: ChainID) -> Int? { trails[chain]?.slot }

    /// Adds the chains and keys of a verified window. The window's signature proves the keys.
    package mutating func trust(_ header: WindowHeader, secret: AppSecret? = nil) {
        for chain in header.chains {
            trails[chain.id, default: KeyTrail(chain)].forget(before: header.issuedAt - WindowHeader.shortestSpan)
        }
        for released in header.released {
            guard let key = released.opened(with: secret) else { continue }
            trails[released.chain]?.advance(to: released.slot, key: key)
        }
    }

    /// Drops chains that no window in use names.
    package mutating func keep(only chains: Set<ChainID>) {
        trails = trails.filter { chains.contains($0.key) }
    }

    /// Checks a key that didn't come in a window, by hashing it down to the newest trusted one. One of a slot whose key
    /// is known isn't looked at.
    ///
    /// - Parameter latest: the latest that the true time can be.
    /// - Returns: whether the key is news.
    @discardableResult
    package mutating func accept(
        _ released: ReleasedKey, secret: AppSecret? = nil, latest: Instant
    ) throws(KeyError) -> Bool {
        guard try steps(toCheck: released, latest: latest) > 0 else { return false }
        // A chain has one app secret, so with a key of it at hand the secret is known, and the box must open.
        let isSecretKnown = newest(of: released.chain) ?? 0 > 0
        guard let key = released.opened(with: secret) else { throw isSecretKnown ? .forged : .shut }
        guard trails[released.chain]?.agrees(with: key, of: released.slot) == true else { throw .forged }
        trails[released.chain]?.advance(to: released.slot, key: key)
        return true
    }

    /// Returns how many hashes it takes to check a key that didn't come in a window; none for a slot whose key is
    /// known.
    ///
    /// This computes no hash. It refuses keys that can't be genuine, so that a forged slot never causes a long walk.
    package func steps(toCheck released: ReleasedKey, latest: Instant) throws(KeyError) -> Int {
        guard let trail = trails[released.chain] else { throw .unknownChain }
        guard (1...trail.chain.slots).contains(released.slot) else { throw .beyondChain }
        guard trail.chain.release(of: released.slot) <= latest + WindowFile.Expectations.tolerance else {
            throw .tooEarly
        }
        let steps = max(0, released.slot - trail.slot)
        guard steps <= trail.chain.longestWalk else { throw .tooFar }
        return steps
    }

    /// Returns the key of a slot if it can be derived from the known keys.
    package mutating func key(_ chain: ChainID, slot: Int) -> ChainKey? {
        trails[chain]?.key(of: slot)
    }

    /// Derives the keys of many slots in one walk down the chain.
    package mutating func derive(_ slots: some Sequence<Int>, in chain: ChainID) {
        trails[chain]?.derive(slots)
    }
}

extension Chain {
    /// The longest walk that is accepted for checking a key: two windows and the lead.
    fileprivate var longestWalk: Int { 2 * 600 + Int(leadMs / 1000) }
}
