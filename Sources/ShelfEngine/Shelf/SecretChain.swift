package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// A key chain with its secret keys. Only one key in every `spacing` slots is stored; the others are derived from the
/// next stored key above them.
package struct SecretChain: Sendable {
    package let chain: Chain
    package let secret: AppSecret?
    let spacing: Int
    /// Keys of slots 0, spacing, 2 · spacing …, and of the last slot, 32 bytes one after another.
    private let checkpoints: [UInt8]

    /// Five minutes of slots between two stored keys. A walk then takes microseconds, and a day's stored keys take 9
    /// kB.
    private static let usualSpacing = 300

    /// Makes a new chain: a random last key, and all keys below it.
    package init(plan: ChainPlan, lead: TimeSpan, secret: AppSecret?, randomness: Randomness) {
        guard let id = ChainID(bytes: randomness.bytes(16)), let top = ChainKey(bytes: randomness.bytes(32)) else {
            preconditionFailure("a source of random bytes gives as many as asked")
        }
        spacing = Self.usualSpacing
        self.secret = secret
        var walk = KeyWalk(chain: id, key: top, slot: plan.slots)
        var kept = [top]
        for slot in stride(from: (plan.slots - 1) / spacing * spacing, through: 0, by: -spacing) {
            walk.descend(to: slot)
            kept.append(walk.key)
        }
        checkpoints = kept.reversed().flatMap(\.bytes)
        chain = Chain(
            id: id, epochMs: plan.epoch.milliseconds, slots: plan.slots, anchor: walk.key, leadMs: lead.milliseconds)
    }

    /// Reads a stored chain; `nil` when the record can't have been written by ``stored(for:after:)``.
    package init?(_ stored: StoredChain) {
        guard let id = ChainID(bytes: stored.id), let anchor = ChainKey(bytes: Array(stored.checkpoints.prefix(32))),
            stored.slots > 0, stored.spacing > 0,
            stored.checkpoints.count == ((stored.slots + stored.spacing - 1) / stored.spacing + 1) * 32
        else { return nil }
        chain = Chain(
            id: id, epochMs: stored.epoch.milliseconds, slots: stored.slots, anchor: anchor,
            leadMs: stored.lead.milliseconds)
        secret = stored.appSecret.flatMap(AppSecret.init(bytes:))
        spacing = stored.spacing
        checkpoints = stored.checkpoints
    }

    /// The chain as the database keeps it.
    ///
    /// - Parameter previous: the store's chain that this one follows.
    package func stored(for store: String, after previous: ChainID? = nil) -> StoredChain {
        StoredChain(
            id: chain.id.bytes, previous: previous?.bytes, store: store, epoch: chain.epoch, slots: chain.slots,
            lead: chain.lead,
            appSecret: secret?.bytes, spacing: spacing, checkpoints: checkpoints)
    }

    /// - Parameter slot: from 0 to the chain's last.
    func key(slot: Int) -> ChainKey {
        var walk = walk(to: slot)
        walk.descend(to: slot)
        return walk.key
    }

    /// The keys of several slots, on one walk where they lie close together.
    func keys(of slots: some Sequence<Int>) -> [Int: ChainKey] {
        var keys: [Int: ChainKey] = [:]
        var last: KeyWalk?
        for slot in Set(slots).sorted(by: >) {
            var walk = walk(to: slot)
            if let last, last.slot < walk.slot { walk = last }
            walk.descend(to: slot)
            keys[slot] = walk.key
            last = walk
        }
        return keys
    }

    /// All keys from the checkpoint below `slot` to the one at or above it.
    func keyRange(around slot: Int) -> KeyRange {
        var walk = walk(to: slot)
        let slots = (max(0, slot - 1) / spacing * spacing + 1)...walk.slot
        let keys = slots.reversed().map { slot in
            walk.descend(to: slot)
            return walk.key.bytes
        }
        return KeyRange(slots: slots, bytes: keys.reversed().flatMap(\.self))
    }

    /// Starts at the checkpoint at or above `slot`.
    private func walk(to slot: Int) -> KeyWalk {
        let index = (slot + spacing - 1) / spacing
        guard let key = ChainKey(bytes: Array(checkpoints[index * 32..<index * 32 + 32])) else {
            preconditionFailure("a checkpoint has 32 bytes")
        }
        return KeyWalk(chain: chain.id, key: key, slot: min(index * spacing, chain.slots))
    }
}
