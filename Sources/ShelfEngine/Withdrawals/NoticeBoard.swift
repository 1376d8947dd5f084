package import ShelfDatabase
package import ShelfModel
package import ShelfWire
import Synchronization

/// Tells readers which listings are withdrawn, sold out, or show another card than before, each as soon as its key is
/// public and never before, because an item that is withdrawn must not give away where it is still sealed.
package final class NoticeBoard: Sendable {
    /// Takes new notices of a store.
    package typealias Listener = @Sendable (_ notices: [SignedNotice], _ store: String) -> Void

    /// News of a listing, and when it may be told.
    private struct Coming {
        let notice: Notice
        let release: Instant
        let end: Instant

        init(_ name: ListingName, _ listing: StoredListing, _ chain: Chain, kind: Notice.Kind) {
            notice = Notice(
                store: name.store, chain: chain.id, slot: name.slot, position: name.position, revision: name.revision,
                kind: kind)
            release = chain.release(of: name.slot)
            end = listing.end
        }
    }

    /// The news of a store, computed anew with each of its windows, each change of its listings and each change of what
    /// isn't sold.
    private struct Page {
        let edition: Edition
        let coming: [Coming]
    }

    private struct Edition: Hashable {
        let sequence: Int64
        let changes: Int64
        let version: Int
    }

    private struct State {
        var goods = WithdrawnGoods()
        var soldOut: Set<ListingName> = []
        /// Counts the changes of `goods` and `soldOut`.
        var version = 0
        var pages: [String: Page] = [:]
        var told: [String: Set<Notice>] = [:]
        var signed: [Notice: SignedNotice] = [:]
        var listeners: [Listener] = []
        var followed: Followed?

        var sellsAll: Bool { goods.isEmpty && soldOut.isEmpty }
    }

    /// What was known of the withdrawals when they were read last. A minute later they are read again, because those
    /// that have ended are forgotten.
    private struct Followed: Hashable {
        let withdrawals: Int64
        let lifts: Int64
        let minute: Instant

        init(_ news: News, earliest: Instant) {
            (withdrawals, lifts) = (news.withdrawals, news.lifts)
            minute = earliest.floored(to: .minutes(1))
        }
    }

    private let database: any WithdrawalDatabase
    private let shelves: Shelves
    private let state = Mutex(State())
    /// Reads one after the other, so that an older answer never takes the place of a newer one.
    private let reading = SerialWork()
    /// Held while notices are told, so that none is still on its way when the next call returns.
    private let telling = Mutex(())

    package init(database: any WithdrawalDatabase, shelves: Shelves) {
        self.database = database
        self.shelves = shelves
    }

    /// Adds a listener, which receives every notice from the next one on.
    package func add(_ listener: @escaping Listener) {
        state.withLock { $0.listeners.append(listener) }
    }

    /// Reads what is withdrawn if there is news of it, and tells what may be told.
    ///
    /// - Parameters:
    ///   - soldOut: the listings on the shelves whose edition is sold out.
    ///   - earliest: the earliest that the true time can be.
    /// - Returns: the stores that had something to tell.
    func follow(_ news: News, soldOut: Set<ListingName>, earliest: Instant) async throws -> [String] {
        state.withLock { state in
            guard state.soldOut != soldOut else { return }
            (state.soldOut, state.version) = (soldOut, state.version + 1)
        }
        let next = Followed(news, earliest: earliest)
        guard state.withLock({ $0.followed != next }) else { return tell(earliest: earliest) }
        let told = try await refresh(earliest: earliest)
        state.withLock { $0.followed = next }
        return told
    }

    /// Reads what is withdrawn, by whichever server, and tells what may be told.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    /// - Returns: the stores that had something to tell.
    @discardableResult
    package func refresh(earliest: Instant) async throws -> [String] {
        try await reading.run {
            let goods = WithdrawnGoods(try await database.withdrawals(inForceAfter: earliest))
            state.withLock { state in
                guard state.goods != goods else { return }
                (state.goods, state.version) = (goods, state.version + 1)
            }
        }
        return tell(earliest: earliest)
    }

    /// Tells all that may be told and wasn't yet. Call it whenever keys have been released.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    /// - Returns: the stores that had something to tell.
    @discardableResult
    package func tell(earliest: Instant) -> [String] {
        let sellsAll = state.withLock(\.sellsAll)
        return shelves.all.filter { store in
            !(sellsAll && store.changes == 0) && tell(of: store, earliest: earliest)
        }.map(\.id)
    }

    private func tell(of store: PublishedStore, earliest: Instant) -> Bool {
        telling.withLock { _ in
            let (new, listeners) = state.withLock { state in
                let named = Self.named(of: store, earliest: earliest, &state)
                let told = state.told.updateValue(Set(named), forKey: store.id) ?? []
                return (Self.signed(named.filter { !told.contains($0) }, by: store, &state), state.listeners)
            }
            if !new.isEmpty { for listener in listeners { listener(new, store.id) } }
            return !new.isEmpty
        }
    }

    /// Returns the notices that a store has now: of listings that are withdrawn, sold out or changed, not over, and whose
    /// keys are public.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    package func notices(of store: PublishedStore, earliest: Instant) -> [SignedNotice] {
        state.withLock { state in
            state.sellsAll && store.changes == 0
                ? [] : Self.signed(Self.named(of: store, earliest: earliest, &state), by: store, &state)
        }
    }

    private static func named(of store: PublishedStore, earliest: Instant, _ state: inout State) -> [Notice] {
        page(of: store, &state).coming.prefix { $0.release <= earliest }.filter { $0.end > earliest }.map(\.notice)
    }

    private static func page(of store: PublishedStore, _ state: inout State) -> Page {
        let edition = Edition(
            sequence: store.windows.first?.sequence ?? 0, changes: store.changes, version: state.version)
        if let page = state.pages[store.id], page.edition == edition { return page }
        let page = Page(edition: edition, coming: news(of: store, state).sorted { $0.release < $1.release })
        state.pages[store.id] = page
        let kept = Set(page.coming.map(\.notice))
        state.signed = state.signed.filter { $0.key.store != store.id || kept.contains($0.key) }
        return page
    }

    private static func news(of store: PublishedStore, _ state: State) -> [Coming] {
        let replaced = store.known { $1.revision > 0 && !$1.sealed.isEmpty }.map { name, listing, chain in
            Coming(
                name, listing, chain, kind: .replaced(seconds: listing.seconds, sealed: listing.sealed))
        }
        let withdrawn = store.known { state.goods.covers($1, of: $0.store) }
            .map { Coming($0, $1, $2, kind: .withdrawn) }
        let soldOut = store.known { name, _ in state.soldOut.contains(name) }.map { Coming($0, $1, $2, kind: .soldOut) }
        return replaced + withdrawn + soldOut
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
