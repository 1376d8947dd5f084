import ShelfDatabase
import ShelfModel

/// Checks whether content fits what its stores have published, before it becomes a version.
struct ContentFit: Sendable {
    let database: any ScheduleDatabase

    /// - Throws: ``StartError`` when it doesn't fit, or the database's error.
    func check(_ content: Content) async throws {
        for store in content.stores {
            guard let identity = try await database.store(store.id), identity.cardBytes != store.cardBytes else {
                continue
            }
            throw StartError.cardBytesChanged(
                store: store.id, published: identity.cardBytes, configured: store.cardBytes)
        }
    }
}
