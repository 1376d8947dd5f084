import Foundation
import GRDB
package import ShelfDatabase
package import ShelfModel

extension SQLiteDatabase: ScheduleDatabase {
    package func store(_ id: String) async throws -> StoredStore? {
        try await read { try StoredStore.find(id, in: $0) }
    }

    package func create(_ store: StoredStore) async throws -> StoredStore {
        try await write { database in
            try store.insert(into: database)
            return try StoredStore.find(store.id, in: database) ?? store
        }
    }

    package func state(of store: String, _ reach: StoredState.Reach) async throws -> StoredState? {
        try await read { database in
            guard let found = try StoredStore.find(store, in: database) else { return nil }
            let windows = try StoredWindow.newest(of: store, limit: StoredState.windowCount, in: database)
            let recent = reach.recent(windows)
            return StoredState(
                store: found, chains: try StoredChain.all(of: store, in: database),
                changes: try ListingChange.count(of: store, in: database),
                redraws: try ListingChange.redraws(of: store, in: database), windows: windows,
                listings: try StoredListing.all(of: store, endingAfter: recent, in: database),
                past: try Listing.past(
                    of: store, endingAfter: reach.earliest(windows), notAfter: recent, in: database))
        }
    }

    package func chains(of store: String) async throws -> [StoredChain] {
        try await read { try StoredChain.all(of: store, in: $0) }
    }

    package func add(_ chain: StoredChain) async throws -> StoredChain {
        try await write { database in
            if try StoredChain.last(of: chain.store, in: database) == chain.previous {
                try chain.insert(into: database)
                return chain
            }
            return try StoredChain.find(after: chain.previous, of: chain.store, in: database) ?? chain
        }
    }

    package func listings(of store: String, endingAfter instant: Instant) async throws -> [StoredListing] {
        try await read { try StoredListing.all(of: store, endingAfter: instant, in: $0) }
    }

    package func listings(of store: String, touching span: Range<Instant>) async throws -> [StoredListing] {
        try await read { try StoredListing.all(of: store, touching: span, in: $0) }
    }

    package func pastListings(
        of store: String, endingAfter instant: Instant, notAfter last: Instant
    ) async throws -> [Listing] {
        try await read { try Listing.past(of: store, endingAfter: instant, notAfter: last, in: $0) }
    }

    package func editionsSold() async throws -> [Item.ID: Int64] {
        try await read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT item, sold FROM edition")
            return Dictionary(rows.map { ($0["item"], $0["sold"]) }, uniquingKeysWith: max)
        }
    }

    package func publish(_ publications: [Publication]) async throws -> Set<String> {
        try await writeWindows { database in
            var refused: Set<String> = []
            for publication in publications.sorted(by: { $0.store < $1.store }) {
                if try !publication.insert(into: database) { refused.insert(publication.store) }
            }
            return refused
        }
    }

    package func head(of store: String) async throws -> WindowHead? {
        try await read { try WindowHead.newest(of: store, in: $0) }
    }

    package func newestWindows(of store: String, limit: Int) async throws -> [StoredWindow] {
        try await read { try StoredWindow.newest(of: store, limit: limit, in: $0) }
    }

    package func window(of store: String, sequence: Int64) async throws -> StoredWindow? {
        try await read { try StoredWindow.find(store: store, sequence: sequence, in: $0) }
    }

    package func prune(store: String, windows: Instant, listings: Instant, chains: Instant) async throws {
        try await write { database in
            try database.run(
                """
                DELETE FROM "window" WHERE store = ? AND issued_at_ms < ?
                    AND sequence < (SELECT MAX(sequence) FROM "window" WHERE store = ?)
                """,
                [store, windows.milliseconds, store])
            try database.run(
                "DELETE FROM listing WHERE store = ? AND start_ms + seconds * 1000 < ?", [store, listings.milliseconds])
            try database.run(
                "DELETE FROM chain WHERE store = ? AND epoch_ms + slots * 1000 < ? AND id <> ?",
                [store, chains.milliseconds, StoredChain.last(of: store, in: database).map { Data($0) }])
        }
    }
}
