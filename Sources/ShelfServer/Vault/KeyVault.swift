package import ShelfDatabase
package import ShelfModel
package import ShelfWire
import Synchronization

/// The only place that holds keys before their release. It seals cards, and gives out keys that are due.
package final class KeyVault: Sendable {
    private struct Kept {
        let store: String
        let chain: SecretChain
    }

    private let chains = Mutex<[ChainID: Kept]>([:])

    package init() {}

    /// A stored chain that can't be read: the data folder was damaged.
    package struct DamagedChain: Error, Hashable {
        package let store: String
    }

    /// Takes a chain in and answers with what may be known of it.
    package func keep(_ stored: StoredChain) throws -> Chain {
        guard let chain = SecretChain(stored) else { throw DamagedChain(store: stored.store) }
        chains.withLock { $0[chain.chain.id] = Kept(store: stored.store, chain: chain) }
        return chain.chain
    }

    /// - Throws: ``UnknownChain`` when the seal names a chain that isn't here.
    package func seal(_ plaintext: [UInt8], as seal: CardSeal) throws -> [UInt8] {
        guard let chain = chain(seal.chain), (1...chain.chain.slots).contains(seal.slot) else {
            throw UnknownChain(id: seal.chain)
        }
        return try seal.seal(plaintext, with: chain.key(slot: seal.slot))
    }

    package struct UnknownChain: Error, Hashable {
        package let id: ChainID
    }

    /// The key of a slot, once it is due; the same `nil` for a slot that doesn't exist.
    ///
    /// - Parameters:
    ///   - store: when given, a chain of another store doesn't exist.
    ///   - earliest: the earliest that the true time can be.
    package func release(_ id: ChainID, slot: Int, of store: String? = nil, earliest: Instant) -> ReleasedKey? {
        guard let chain = chain(id, of: store), (1...chain.chain.slots).contains(slot),
            chain.chain.release(of: slot) <= earliest
        else { return nil }
        let key = chain.key(slot: slot)
        guard let secret = chain.secret else { return ReleasedKey(chain: id, slot: slot, key: key) }
        return (try? KeyBox.seal(key, slot: slot, chain: id, secret: secret)).map {
            ReleasedKey(chain: id, slot: slot, box: $0)
        }
    }

    /// The newest key of a chain that is due, or `nil` before its first.
    package func newest(of id: ChainID, earliest: Instant) -> ReleasedKey? {
        guard let slot = chain(id)?.chain.newestReleased(at: earliest) else { return nil }
        return release(id, slot: slot, earliest: earliest)
    }

    /// Forgets chains that ended before `instant`.
    package func forget(endedBefore instant: Instant) {
        chains.withLock { kept in kept = kept.filter { $0.value.chain.chain.end >= instant } }
    }

    private func chain(_ id: ChainID, of store: String? = nil) -> SecretChain? {
        guard let kept = chains.withLock({ $0[id] }), store == nil || kept.store == store else { return nil }
        return kept.chain
    }
}
