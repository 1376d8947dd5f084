package import ShelfDatabase
package import ShelfModel
package import ShelfWire
import Synchronization

/// The only place that holds keys before their release. It seals cards with them and releases those that are due.
package final class Keyring: Sendable {
    private struct Kept {
        let store: String
        let chain: SecretChain
    }

    private let chains = Mutex<[ChainID: Kept]>([:])
    /// For each chain, the latest range of keys that was used. The next key that is requested is nearly always in the
    /// same range.
    private let ranges = Mutex<[ChainID: KeyRange]>([:])

    private let isHeldBack = Atomic(false)

    package init() {}

    /// Gives no key from now on, or gives them again.
    func holdBack(_ isHeldBack: Bool) { self.isHeldBack.store(isHeldBack, ordering: .relaxed) }

    /// A stored chain can't be read, so the data folder is damaged.
    package struct DamagedChain: Error, Hashable {
        package let store: String
    }

    /// Adds a chain to the keyring and returns its public part.
    package func keep(_ stored: StoredChain) throws -> Chain {
        guard let chain = SecretChain(stored) else { throw DamagedChain(store: stored.store) }
        chains.withLock { $0[chain.chain.id] = Kept(store: stored.store, chain: chain) }
        return chain.chain
    }

    /// - Throws: ``UnknownChain`` when the seal names a chain that isn't in the keyring.
    package func seal(_ plaintext: [UInt8], as seal: CardSeal) throws -> [UInt8] {
        try self.seal([(plaintext, seal)])[0]
    }

    /// Seals many cards; each chain is walked once.
    ///
    /// - Throws: ``UnknownChain`` when a seal names a chain that isn't in the keyring.
    package func seal(_ cards: [(plaintext: [UInt8], seal: CardSeal)]) throws -> [[UInt8]] {
        var keys: [ChainID: [Int: ChainKey]] = [:]
        for (id, cards) in Dictionary(grouping: cards, by: \.seal.chain) {
            guard let chain = chain(id) else { throw UnknownChain(id: id) }
            keys[id] = chain.keys(of: cards.map(\.seal.slot).filter((1...chain.chain.slots).contains))
        }
        return try cards.map { plaintext, seal in
            guard let key = keys[seal.chain]?[seal.slot] else { throw UnknownChain(id: seal.chain) }
            return try seal.seal(plaintext, with: key)
        }
    }

    /// Opens the cards of listings that a sealed database keeps without them.
    ///
    /// A listing whose chain isn't in the keyring any more stays without its card.
    func opened(_ listings: [StoredListing]) -> [StoredListing] {
        let shut = listings.indices.filter { listings[$0].card.isEmpty && !listings[$0].sealed.isEmpty }
        var opened = listings
        for (id, indices) in Dictionary(grouping: shut, by: { listings[$0].chain }) {
            guard let id = ChainID(bytes: id), let chain = chain(id) else { continue }
            let slots = indices.lazy.map { listings[$0].slot }.filter((1...chain.chain.slots).contains)
            let keys = chain.keys(of: Set(slots))
            for index in indices {
                let listing = listings[index]
                let seal = CardSeal(
                    chain: id, slot: listing.slot, position: listing.position, revision: listing.revision,
                    seconds: listing.seconds)
                guard let key = keys[listing.slot], let card = seal.open(listing.sealed, with: key) else { continue }
                opened[index] = listing.with(card: card)
            }
        }
        return opened
    }

    package struct UnknownChain: Error, Hashable {
        package let id: ChainID
    }

    /// Returns the key of a slot once it is due; `nil` before that, while keys are held back, and for a slot that
    /// doesn't exist.
    ///
    /// - Parameters:
    ///   - store: if given, chains of other stores count as unknown.
    ///   - earliest: the earliest that the true time can be.
    package func release(_ id: ChainID, slot: Int, of store: String? = nil, earliest: Instant) -> ReleasedKey? {
        guard !isHeldBack.load(ordering: .relaxed), let chain = chain(id, of: store),
            (1...chain.chain.slots).contains(slot), chain.chain.release(of: slot) <= earliest
        else { return nil }
        let key = key(of: slot, in: chain)
        guard let secret = chain.secret else { return ReleasedKey(chain: id, slot: slot, key: key) }
        return (try? KeyBox.seal(key, slot: slot, chain: id, secret: secret)).map {
            ReleasedKey(chain: id, slot: slot, box: $0)
        }
    }

    /// The app secret that a chain's keys are boxed with; `nil` in a store without one.
    package func appSecret(of id: ChainID) -> AppSecret? { chain(id)?.secret }

    /// The newest key of a chain that is due, or `nil` before its first.
    package func newest(of id: ChainID, earliest: Instant) -> ReleasedKey? {
        guard let slot = chain(id)?.chain.newestReleased(at: earliest) else { return nil }
        return release(id, slot: slot, earliest: earliest)
    }

    /// Forgets chains that ended before `instant`.
    package func forget(endedBefore instant: Instant) {
        let ended = chains.withLock { kept in
            let ended = kept.filter { $0.value.chain.chain.end < instant }.keys
            for id in ended { kept[id] = nil }
            return ended
        }
        ranges.withLock { ranges in for id in ended { ranges[id] = nil } }
    }

    private func key(of slot: Int, in chain: SecretChain) -> ChainKey {
        let known = ranges.withLock { $0[chain.chain.id] }
        if let key = known?[slot] { return key }
        // A request for an old key must not replace the cached range, which all others use.
        if let known, known.slots.upperBound > slot { return chain.key(slot: slot) }
        let range = chain.keyRange(around: slot)
        ranges.withLock { $0[chain.chain.id] = range }
        return range[slot] ?? chain.key(slot: slot)
    }

    private func chain(_ id: ChainID, of store: String? = nil) -> SecretChain? {
        guard let kept = chains.withLock({ $0[id] }), store == nil || kept.store == store else { return nil }
        return kept.chain
    }
}
