import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire
import Synchronization

/// Tells the readers of open key streams what has become of the stores since it was last asked to: that a store is
/// gone, paused or resumed, that its window has other columns, and that the server says something else of its stores.
package final class StoreAnnouncer: Sendable {
    private struct Told {
        var columns: Int
        /// The first window that can have other columns, while it isn't there yet.
        var awaited: Int64?
        var isPaused: Bool?
    }

    private struct State {
        /// What had changed by the last look. It is called often, and hardly ever is anything new.
        var seen: [Int] = []
        var version: String?
        /// By the stores' ids.
        var told: [String: Told] = [:]
    }

    private let engine: Engine
    private let streams: KeyStreams
    private let version: StoresVersion
    private let state = Mutex(State())

    init(engine: Engine, streams: KeyStreams, version: StoresVersion) {
        (self.engine, self.streams, self.version) = (engine, streams, version)
        announce()
    }

    /// Announces what is new. Readers that connect meanwhile get the version at once, so the first call says nothing.
    package func announce() {
        let seen = [engine.shelves.version, engine.content.state.changes, engine.pauses.version]
        guard state.withLock({ $0.seen != seen }) else { return }
        let shown = engine.shelves.all
        let current = try? version.current()
        let (events, isOther) = state.withLock { state in
            let events = Self.news(of: shown, &state.told) + Self.pauses(of: shown, engine.pauses, &state.told)
            let isOther = state.version != nil && current != nil && state.version != current
            (state.version, state.seen) = (current ?? state.version, seen)
            return (events, isOther)
        }
        for (store, event) in events { streams.announce(event, to: store) }
        if isOther, let current { streams.announce(.stores(version: current)) }
    }

    private static func news(of shown: [PublishedStore], _ told: inout [String: Told]) -> [(String, StreamEvent)] {
        let ids = Set(shown.map(\.id))
        let gone = told.keys.filter { !ids.contains($0) }
        for store in gone { told[store] = nil }
        return gone.map { ($0, .gone) }
            + shown.compactMap { store in
                other(store, &told).map { (store.id, .window(sequence: $0)) }
            }
    }

    private static func pauses(
        of shown: [PublishedStore], _ pauses: Pauses, _ told: inout [String: Told]
    ) -> [(String, StreamEvent)] {
        shown.compactMap { store in
            let isPaused = pauses.isPaused(store.id)
            guard let isPaused, var known = told[store.id], known.isPaused != isPaused else { return nil }
            known.isPaused = isPaused
            told[store.id] = known
            return (store.id, .paused(isPaused))
        }
    }

    /// The description has its new columns at once, and the window only in the minute after. A store that comes back
    /// has readers still that have forgotten its window.
    ///
    /// - Returns: the sequence of the window to look at, once.
    private static func other(_ store: PublishedStore, _ told: inout [String: Told]) -> Int64? {
        let columns = store.description.columns
        guard let newest = store.windows.first?.sequence else { return nil }
        guard var known = told[store.id] else {
            told[store.id] = Told(columns: columns)
            return newest
        }
        if known.columns != columns { (known.columns, known.awaited) = (columns, newest + 1) }
        let sequence = known.awaited.flatMap { newest >= $0 ? newest : nil }
        if sequence != nil { known.awaited = nil }
        told[store.id] = known
        return sequence
    }
}
