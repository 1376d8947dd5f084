import ShelfDatabase
import ShelfModel

/// Checks whether content fits what its stores have published, before it becomes a version.
struct ContentFit: Sendable {
    let database: any ScheduleDatabase

    /// - Throws: ``StartError`` when it doesn't fit, or the database's error.
    func check(_ content: Content) async throws {
        if let misfit = try await misfit(of: content) { throw misfit }
    }

    func fits(_ content: Content) async throws -> Bool { try await misfit(of: content) == nil }

    private func misfit(of content: Content) async throws -> StartError? {
        for store in content.stores {
            guard let identity = try await database.store(store.id), identity.cardBytes != store.cardBytes else {
                continue
            }
            return .cardBytesChanged(
                store: store.id, published: identity.cardBytes, configured: store.cardBytes)
        }
        return nil
    }
}
