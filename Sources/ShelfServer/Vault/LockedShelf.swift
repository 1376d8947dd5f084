import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire
import Synchronization

/// The windows that have been issued, as a locked server shows them: without the stores' keys, which it doesn't have.
final class LockedShelf: Sendable {
    private struct Newest {
        let windows: [StoredWindow]
        let readAt: Instant
    }

    private let stores: Set<String>
    private let database: any ScheduleDatabase
    private let older: OlderWindows
    private let newest = Mutex<[String: Newest]>([:])

    /// How long it is believed that no other server has issued a window.
    private static let keptFor = TimeSpan.seconds(1)
    private static let windowCount = 2

    /// - Parameter stores: the ids of those that the database has.
    init(stores: [String], database: any ScheduleDatabase, folder: PublishedFolder) {
        (self.stores, self.database) = (Set(stores), database)
        older = OlderWindows(folder: folder, database: database)
    }

    /// The newest window of a store.
    func newest(of store: String, now: Instant) async throws -> StoredWindow {
        guard let window = try await windows(of: store, now: now).first else { throw Problem.notFound }
        return window
    }

    /// An issued window's bytes, and their digest.
    func window(_ number: String, of store: String, now: Instant) async throws -> (bytes: [UInt8], digest: String) {
        guard let sequence = Int64(number), String(sequence) == number else { throw Problem.notFound }
        let newest = try await newest(of: store, now: now)
        let oldest = WindowHeader.sequence(at: newest.issuedAt - Publisher.windowsKept)
        guard (oldest...newest.sequence).contains(sequence),
            let found = try await available({ try await older.window(of: store, sequence: sequence) })
        else { throw Problem.notFound }
        return found
    }

    /// A key that stands in the newest window, or follows from one that does.
    func key(_ slot: String, chain: String, of store: String, now: Instant) async throws -> ReleasedKey {
        guard let number = Int(slot), String(number) == slot, number > 0, let id = ChainID(chain),
            let file = try? await WindowFile(
                reading: newest(of: store, now: now).bytes, expecting: WindowFile.Expectations(store: store)),
            let released = file.header.released.first(where: { $0.chain == id && $0.slot >= number })
        else { throw Problem.notFound }
        if released.slot == number { return released }
        // A key in a box isn't known here, and no earlier one follows from it.
        guard let key = released.key else { throw Problem.notFound }
        return ReleasedKey(
            chain: id, slot: number, key: key.descended(in: id, from: released.slot, to: number))
    }

    private func windows(of store: String, now: Instant) async throws -> [StoredWindow] {
        guard stores.contains(store) else { throw Problem.notFound }
        if let known = newest.withLock({ $0[store] }), now - known.readAt < Self.keptFor { return known.windows }
        let windows = try await available {
            try await database.newestWindows(of: store, limit: Self.windowCount)
        }
        newest.withLock { $0[store] = Newest(windows: windows, readAt: now) }
        return windows
    }
}
