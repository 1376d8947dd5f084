package import ShelfDatabase
package import ShelfModel
package import ShelfWire
import Synchronization

/// Tells readers which listings are withdrawn, each as soon as its key is public and never before, because an item that
/// is withdrawn must not give away where it is still sealed.
package final class NoticeBoard: Sendable {
    /// Takes new notices of a store.
    package typealias Listener = @Sendable (_ notices: [SignedNotice], _ store: String) -> Void

    /// A withdrawn listing, and when it may be named.
    private struct Coming {
        let notice: Notice
        let release: Instant
        let end: Instant
    }

    /// The withdrawn listings of a store, computed anew with each of its windows and each withdrawal.
    private struct Page {
        let sequence: Int64
        let version: Int
        let coming: [Coming]
    }

    private struct State {
        var goods = WithdrawnGoods()
        /// Counts the changes of `goods`.
        var version = 0
        var pages: [String: Page] = [:]
        var told: [String: Set<Notice>] = [:]
        var signed: [Notice: SignedNotice] = [:]
        var listeners: [Listener] = []
    }

    private let database: any WithdrawalDatabase
    private let shelves: Shelves
    private let state = Mutex(State())

    package init(database: any WithdrawalDatabase, shelves: Shelves) {
        self.database = database
        self.shelves = shelves
    }

    /// Adds a listener, which receives every notice from the next one on.
    package func add(_ listener: @escaping Listener) {
        state.withLock { $0.listeners.append(listener) }
    }

    /// Reads what is withdrawn, by whichever server, and tells what may be told.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    /// - Returns: the stores that had something to tell.
    @discardableResult
    package func refresh(earliest: Instant) async throws -> [String] {
        let goods = WithdrawnGoods(try await database.withdrawals(inForceAfter: earliest))
        state.withLock { state in
            guard state.goods != goods else { return }
            (state.goods, state.version) = (goods, state.version + 1)
        }
        return tell(earliest: earliest)
    }

    /// Tells all that may be told and wasn't yet. Call it whenever keys have been released.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    /// - Returns: the stores that had something to tell.
    @discardableResult
    package func tell(earliest: Instant) -> [String] {
        let isIdle = state.withLock { $0.goods.isEmpty }
        return isIdle ? [] : shelves.all.filter { tell(of: $0, earliest: earliest) }.map(\.id)
    }

    private func tell(of store: PublishedStore, earliest: Instant) -> Bool {
        let (new, listeners) = state.withLock { state in
            let named = Self.named(of: store, earliest: earliest, &state)
            let told = state.told.updateValue(Set(named), forKey: store.id) ?? []
            return (Self.signed(named.filter { !told.contains($0) }, by: store, &state), state.listeners)
        }
        if !new.isEmpty { for listener in listeners { listener(new, store.id) } }
        return !new.isEmpty
    }

    /// Returns the notices that a store has now: of listings that are withdrawn, not over, and whose keys are public.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    package func notices(of store: PublishedStore, earliest: Instant) -> [SignedNotice] {
        state.withLock { state in
            state.goods.isEmpty ? [] : Self.signed(Self.named(of: store, earliest: earliest, &state), by: store, &state)
        }
    }

    private static func named(of store: PublishedStore, earliest: Instant, _ state: inout State) -> [Notice] {
        page(of: store, &state).coming.prefix { $0.release <= earliest }.filter { $0.end > earliest }.map(\.notice)
    }

    private static func page(of store: PublishedStore, _ state: inout State) -> Page {
        let sequence = store.windows.first?.sequence ?? 0
        if let page = state.pages[store.id], page.sequence == sequence, page.version == state.version { return page }
        let goods = state.goods
        let coming = store.known(where: { goods.covers($0, item: $1.listing.item, start: $1.start) }).map {
            name, listing, chain in
            Coming(
                notice: Notice(
                    store: store.id, chain: chain.id, slot: name.slot, position: name.position,
                    revision: name.revision, kind: .withdrawn),
                release: chain.release(of: name.slot), end: listing.end)
        }
        let page = Page(
            sequence: sequence, version: state.version, coming: coming.sorted { $0.release < $1.release })
        state.pages[store.id] = page
        let kept = Set(page.coming.map(\.notice))
        state.signed = state.signed.filter { $0.key.store != store.id || kept.contains($0.key) }
        return page
    }

    private static func signed(
        _ notices: [Notice], by store: PublishedStore, _ state: inout State
    ) -> [SignedNotice] {
        notices.compactMap { notice in
            if let signed = state.signed[notice] { return signed }
            guard let signed = try? store.receipts.sign(notice) else { return nil }
            state.signed[notice] = signed
            return signed
        }
    }
}
