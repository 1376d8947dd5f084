package import ShelfModel

/// When a store's key chains begin and how long they are.
///
/// Each store hands over at a time of day of its own, so that a server with
/// many stores doesn't make all their chains at once.
package struct ChainPlan: Hashable, Sendable {
    /// A whole second.
    package let epoch: Instant
    package let slots: Int

    private static let day = 86_400
    /// No shorter, so that a listing never outlives the chain after its own.
    private static let shortest = 43_200

    package init(store: String, epoch: Instant) {
        self.epoch = epoch
        let timeOfDay = (epoch - epoch.floored(to: .days(1))).wholeSeconds
        let distance = (Self.handOver(of: store) - Int(timeOfDay) + Self.day - 1) % Self.day + 1
        slots = distance < Self.shortest ? distance + Self.shortest : distance
    }

    /// Seconds after midnight, from the store's name (FNV-1a).
    private static func handOver(of store: String) -> Int {
        let hash = store.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return Int(hash % UInt64(day))
    }
}
