package import ShelfDatabase
package import ShelfModel
import ShelfWire
import Synchronization

/// Knows the listings on the shelves whose edition is sold out, whichever server sold the copies. Readers are told of
/// them. The till asks the database itself.
///
/// A copy that is sold stays sold, so what is known once isn't asked again.
package final class SoldOutListings: Sendable {
    /// A listing of a limited edition.
    private struct Limited {
        let name: ListingName
        let item: Item.ID
        let edition: Int64
        /// From when on everybody sees it on the shelf.
        let opening: Instant
        let end: Instant
    }

    private struct Page {
        let sequence: Int64
        let changes: Int64
        let limited: [Limited]
    }

    private struct State {
        /// By store, made anew with each window and each change of listings.
        var pages: [String: Page] = [:]
        var soldOut: Set<ListingName> = []
        var askedAt = Instant.distantPast
    }

    private let shelves: Shelves
    private let sales: ListingTerms
    private let database: any SalesDatabase
    private let state = Mutex(State())

    /// No more often the database is asked, so that a store tells its readers at most once in this time.
    private static let interval = TimeSpan.seconds(1)

    package init(shelves: Shelves, sales: ListingTerms, database: any SalesDatabase) {
        self.shelves = shelves
        self.sales = sales
        self.database = database
    }

    /// Asks the database for the editions that are on the shelves, unless it has asked just before, or knows all of them
    /// to be sold out. One that doesn't answer is asked again with a later call.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    /// - Returns: the listings on the shelves whose edition is sold out.
    package func follow(earliest: Instant) async -> Set<ListingName> {
        let open = state.withLock { state -> [Limited] in
            // A clock that was put back asks anew.
            guard earliest < state.askedAt || earliest - state.askedAt >= Self.interval else { return [] }
            state.askedAt = earliest
            return Self.open(among: pages(&state), at: earliest).filter { !state.soldOut.contains($0.name) }
        }
        guard !open.isEmpty else { return state.withLock(\.soldOut) }
        let sold = (try? await database.editionsSold(of: Set(open.map(\.item)))) ?? [:]
        return state.withLock { state in
            state.soldOut.formUnion(open.filter { sold[$0.item, default: 0] >= $0.edition }.map(\.name))
            return state.soldOut
        }
    }

    private static func open(among pages: [String: Page], at earliest: Instant) -> [Limited] {
        pages.values.flatMap { $0.limited.filter { $0.opening <= earliest && earliest < $0.end } }
    }

    private func pages(_ state: inout State) -> [String: Page] {
        let stores = shelves.all
        let former = state.pages
        state.pages = Dictionary(uniqueKeysWithValues: stores.map { ($0.id, page(of: $0, former[$0.id])) })
        if !state.soldOut.isEmpty {
            state.soldOut.formIntersection(state.pages.values.flatMap { $0.limited.map(\.name) })
        }
        return state.pages
    }

    private func page(of store: PublishedStore, _ former: Page?) -> Page {
        let sequence = store.windows.first?.sequence ?? 0
        if let former, former.sequence == sequence, former.changes == store.changes { return former }
        let limited = store.known { _, _ in true }.compactMap { name, listing, chain -> Limited? in
            guard let terms = sales[name]?.terms, let edition = terms.edition else { return nil }
            return Limited(
                name: name, item: terms.item, edition: edition,
                opening: max(listing.start, chain.release(of: name.slot)), end: listing.end)
        }
        return Page(sequence: sequence, changes: store.changes, limited: limited)
    }
}
