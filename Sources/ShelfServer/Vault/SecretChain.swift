package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// A key chain with its keys: one in every so many slots is kept, the others are walked from the next above.
package struct SecretChain: Sendable {
    package let chain: Chain
    package let secret: AppSecret?
    let spacing: Int
    /// Keys of slots 0, spacing, 2 · spacing …, and of the last slot.
    let checkpoints: [ChainKey]

    /// Five minutes of slots: a walk costs microseconds, a day's checkpoints 9 kB.
    private static let usualSpacing = 300

    /// Makes a new chain down from a random last key.
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
        checkpoints = kept.reversed()
        chain = Chain(
            id: id, epochMs: plan.epoch.milliseconds, slots: plan.slots, anchor: walk.key, leadMs: lead.milliseconds)
    }

    /// `nil` when the record is not what ``stored(for:)`` writes.
    package init?(_ stored: StoredChain) {
        let keys = stride(from: 0, to: stored.checkpoints.count, by: 32).compactMap {
            ChainKey(bytes: Array(stored.checkpoints[$0..<min($0 + 32, stored.checkpoints.count)]))
        }
        guard let id = ChainID(bytes: stored.id), let anchor = keys.first, stored.spacing > 0,
            keys.count == (stored.slots + stored.spacing - 1) / stored.spacing + 1
        else { return nil }
        chain = Chain(
            id: id, epochMs: stored.epoch.milliseconds, slots: stored.slots, anchor: anchor,
            leadMs: stored.lead.milliseconds)
        secret = stored.appSecret.flatMap(AppSecret.init(bytes:))
        spacing = stored.spacing
        checkpoints = keys
    }

    /// The chain as the database keeps it.
    package func stored(for store: String) -> StoredChain {
        StoredChain(
            id: chain.id.bytes, store: store, epoch: chain.epoch, slots: chain.slots, lead: chain.lead,
            appSecret: secret?.bytes, spacing: spacing, checkpoints: checkpoints.flatMap(\.bytes))
    }

    /// - Parameter slot: from 0 to the chain's last.
    func key(slot: Int) -> ChainKey {
        let index = (slot + spacing - 1) / spacing
        return checkpoints[index].descended(in: chain.id, from: min(index * spacing, chain.slots), to: slot)
    }
}
