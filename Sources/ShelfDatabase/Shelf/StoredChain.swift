package import ShelfModel

/// A key chain as the database stores it. It contains a key for every `spacing` slots; the other keys are derived from
/// these.
package struct StoredChain: Hashable, Sendable {
    /// 16 bytes.
    package let id: [UInt8]
    /// The chain that this one follows. A chain has only one successor. `nil` for the store's first chain.
    package let previous: [UInt8]?
    package let store: String
    package let epoch: Instant
    package let slots: Int
    package let lead: TimeSpan
    /// 32 bytes, secret; only prefetched stores have one.
    package let appSecret: [UInt8]?
    /// Slots from one checkpoint to the next; the first is slot 0, the last is the chain's last slot.
    package let spacing: Int
    /// The checkpoint keys, 32 bytes each, concatenated. They are secret.
    package let checkpoints: [UInt8]

    package init(
        id: [UInt8], previous: [UInt8]? = nil, store: String, epoch: Instant, slots: Int, lead: TimeSpan,
        appSecret: [UInt8]?, spacing: Int, checkpoints: [UInt8]
    ) {
        self.id = id
        self.previous = previous
        self.store = store
        self.epoch = epoch
        self.slots = slots
        self.lead = lead
        self.appSecret = appSecret
        self.spacing = spacing
        self.checkpoints = checkpoints
    }

    package var end: Instant { epoch + .seconds(slots) }
}
