import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire
import Synchronization

/// Makes and caches the answers with issued windows: a store's newest one, and older ones by number.
final class WindowAnswers: Sendable {
    private struct Shown {
        let digest: String
        let answer: Answer
    }

    private struct Older: Hashable {
        let store: String
        let sequence: Int64
    }

    private let shelves: Shelves
    private let olderWindows: OlderWindows
    /// The answers for the windows on each store's shelf, at most two.
    private let shown = Mutex<[String: [Shown]]>([:])
    private let older = Mutex<[Older: Answer]>([:])

    /// How many older windows are kept in memory, for all stores together. Clients that were offline ask for the latest
    /// few of them.
    private static let olderAtMost = 64

    init(engine: Engine) {
        shelves = engine.shelves
        olderWindows = engine.olderWindows
    }

    /// Returns the newest window.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    func newest(of store: String, earliest: Instant) throws(Problem) -> Answer {
        guard let published = shelves[store], let window = published.windows.first else { throw Problem.notFound }
        return answer(window, of: published).keptUntilNext(after: window.issuedAt, earliest: earliest)
    }

    /// Returns a window by its number if it is in memory.
    ///
    /// - Returns: `nil` when the window has to be read from disk first.
    func ready(_ number: String, of store: String) throws(Problem) -> Answer? {
        let (sequence, published) = try issued(number, of: store)
        if let window = published.windows.first(where: { $0.sequence == sequence }) {
            return answer(window, of: published)
        }
        return older.withLock { $0[Older(store: store, sequence: sequence)] }
    }

    /// Returns a window by its number from memory, the published folder or the database.
    func numbered(_ number: String, of store: String) async throws -> Answer {
        if let ready = try ready(number, of: store) { return ready }
        let (sequence, published) = try issued(number, of: store)
        // Anybody can make up numbers, and those must not cost a read each.
        guard let newest = published.windows.first else { throw Problem.notFound }
        let oldest = WindowHeader.sequence(at: newest.issuedAt - Publisher.windowsKept)
        guard sequence >= oldest else { throw Problem.notFound }
        let found = try await available { try await olderWindows.window(of: store, sequence: sequence) }
        guard let found else { throw Problem.notFound }
        let answer = Self.answer(found.bytes, found.digest)
        older.withLock { older in
            if older.count >= Self.olderAtMost { older.removeAll() }
            older[Older(store: store, sequence: sequence)] = answer
        }
        return answer
    }

    private func issued(_ number: String, of store: String) throws(Problem) -> (Int64, PublishedStore) {
        guard let sequence = Int64(number), String(sequence) == number, let published = shelves[store],
            let newest = published.windows.first, sequence <= newest.sequence
        else { throw Problem.notFound }
        return (sequence, published)
    }

    private func answer(_ window: StoredWindow, of store: PublishedStore) -> Answer {
        shown.withLock { shown in
            let known = shown[store.id] ?? []
            if let ready = known.first(where: { $0.digest == window.digest }) { return ready.answer }
            let made = Shown(digest: window.digest, answer: Self.answer(window.bytes, window.digest))
            let digests = store.windows.map(\.digest)
            shown[store.id] = known.filter { digests.contains($0.digest) } + [made]
            return made.answer
        }
    }

    /// A numbered window never changes. The entity tag is the digest of its bytes, so it is a strong one.
    static func answer(_ bytes: [UInt8], _ digest: String) -> Answer {
        Answer(
            bytes, type: WindowFile.mediaType, caching: "public, max-age=3600, immutable",
            entityTag: "\"\(digest)\"")
    }
}
