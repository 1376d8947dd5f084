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
            guard let identity = try await database.store(store.id) else { continue }
            if identity.cardBytes != store.cardBytes {
                return .cardBytesChanged(
                    store: store.id, published: identity.cardBytes, configured: store.cardBytes)
            }
            if store.lead == StoreContent.prefetchedLead, !store.isPrefetched, try await isSealed(store) {
                return .opensSealedStore(store.id)
            }
        }
        return nil
    }

    private func isSealed(_ store: StoreContent) async throws -> Bool {
        let newest = try await database.chains(of: store.id).last
        return newest.map { $0.lead < StoreContent.prefetchedLead } ?? false
    }
}
