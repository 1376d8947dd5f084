package import ShelfDatabase
package import ShelfModel
import Synchronization

/// A database whose writes can be made to fail, as on a full disk.
package final class FailingDatabase: ShelfDatabase {
    private let base: any ShelfDatabase
    private let fails = Mutex(false)

    package struct DiskFull: Error {}

    package init(_ base: any ShelfDatabase) {
        self.base = base
    }

    package var failing: Bool {
        get { fails.withLock { $0 } }
        set { fails.withLock { $0 = newValue } }
    }

    package func store(_ id: String) async throws -> StoredStore? { try await base.store(id) }

    package func create(_ store: StoredStore) async throws -> StoredStore {
        try write()
        return try await base.create(store)
    }

    package func chains(of store: String) async throws -> [StoredChain] { try await base.chains(of: store) }

    package func add(_ chain: StoredChain) async throws -> StoredChain {
        try write()
        return try await base.add(chain)
    }

    package func listings(of store: String, endingAfter instant: Instant) async throws -> [StoredListing] {
        try await base.listings(of: store, endingAfter: instant)
    }

    package func publish(_ publication: Publication) async throws {
        try write()
        try await base.publish(publication)
    }

    package func newestWindows(of store: String, limit: Int) async throws -> [StoredWindow] {
        try await base.newestWindows(of: store, limit: limit)
    }

    package func window(of store: String, sequence: Int64) async throws -> StoredWindow? {
        try await base.window(of: store, sequence: sequence)
    }

    package func prune(store: String, windows: Instant, listings: Instant, chains: Instant) async throws {
        try write()
        try await base.prune(store: store, windows: windows, listings: listings, chains: chains)
    }

    private func write() throws {
        if failing { throw DiskFull() }
    }
}
