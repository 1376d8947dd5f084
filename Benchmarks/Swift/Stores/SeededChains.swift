import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfTesting
import ShelfWire

/// Chains of many stores that all end at once, put into the database before the server opens it.
struct SeededChains {
    let epoch: Instant
    let end: Instant

    private static let spacing = 300

    func write(_ stores: [StoreContent], _ database: any ScheduleDatabase) async throws {
        for store in stores {
            _ = try await database.create(
                StoredStore(
                    id: store.id, signingSeed: Randomness.system.bytes(32), scheduleSeed: Randomness.system.bytes(32),
                    cardBytes: store.cardBytes, createdAt: epoch))
            _ = try await database.add(try chain(of: store))
        }
    }

    private func chain(of store: StoreContent) throws -> StoredChain {
        let (id, slots) = (Randomness.system.bytes(16), Int((end - epoch).wholeSeconds))
        guard let chain = ChainID(bytes: id), let top = ChainKey(bytes: Randomness.system.bytes(32)) else {
            preconditionFailure("a source of random bytes gives as many as asked")
        }
        var walk = KeyWalk(chain: chain, key: top, slot: slots)
        var keys = [top]
        for slot in stride(from: (slots - 1) / Self.spacing * Self.spacing, through: 0, by: -Self.spacing) {
            walk.descend(to: slot)
            keys.append(walk.key)
        }
        return StoredChain(
            id: id, store: store.id, epoch: epoch, slots: slots, lead: store.lead, appSecret: Fixtures.appSecret.bytes,
            spacing: Self.spacing, checkpoints: keys.reversed().flatMap(\.bytes))
    }
}
