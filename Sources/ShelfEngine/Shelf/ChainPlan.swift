package import ShelfModel
package import ShelfWire

/// When a store's key chains begin and how long they are.
///
/// Each store changes to its next chain at its own time of day, so that a server with many stores doesn't have to make
/// all chains at once.
package struct ChainPlan: Hashable, Sendable {
    /// The store's last chain so far.
    package let previous: ChainID?
    /// A whole second.
    package let epoch: Instant
    package let slots: Int

    private static let day = 86_400
    /// The shortest chain, in seconds. It is longer than the longest listing, so that a listing never outlives the
    /// chain after its own.
    private static let shortest = 43_200

    package init(store: String, after previous: ChainID? = nil, epoch: Instant) {
        self.previous = previous
        self.epoch = epoch
        let timeOfDay = (epoch - epoch.floored(to: .days(1))).wholeSeconds
        let distance = (Self.handOver(of: store) - Int(timeOfDay) + Self.day - 1) % Self.day + 1
        slots = distance < Self.shortest ? distance + Self.shortest : distance
    }

    /// The time of a store's hand-over in seconds after midnight, computed from the store's id (FNV-1a).
    private static func handOver(of store: String) -> Int {
        let hash = store.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return Int(hash % UInt64(day))
    }
}
