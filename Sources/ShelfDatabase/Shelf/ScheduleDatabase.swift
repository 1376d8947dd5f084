package import ShelfModel

/// Stores what the server has decided to show: stores, key chains, listings and windows.
///
/// Several servers may share one database. The first write wins: a second ``create(_:)`` or ``add(_:)`` returns what is
/// already stored, and ``publish(_:)`` refuses a publication that isn't based on the newest window. So all servers
/// continue from the same bytes. Writes are durable before they return.
package protocol ScheduleDatabase: Sendable {
    func store(_ id: String) async throws -> StoredStore?

    /// - Returns: the store as the database now has it: the given one, or the one that was already there.
    func create(_ store: StoredStore) async throws -> StoredStore

    /// Reads what a server needs to go on with a store, all of it at one moment; `nil` for a store that isn't there.
    ///
    /// So nothing that another server publishes or an operator changes meanwhile can be overlooked: the head that it
    /// returns is that of the listings.
    func state(of store: String, _ reach: StoredState.Reach) async throws -> StoredState?

    /// Returns a store's key chains, each after its predecessor.
    func chains(of store: String) async throws -> [StoredChain]

    /// Adds a chain if its predecessor is the store's last chain, or if the store has no chain and the new one has no
    /// predecessor.
    ///
    /// - Returns: the chain that now follows the predecessor: the given one, or the one that was already there. If that
    ///   one has already been deleted, the oldest chain that is left; and if none is, the given one, which isn't
    ///   stored.
    func add(_ chain: StoredChain) async throws -> StoredChain

    /// A store's listings that end after `instant`, by start and position.
    func listings(of store: String, endingAfter instant: Instant) async throws -> [StoredListing]

    /// A store's listings that overlap `span`, by start, position and revision, without their sealed cards.
    func listings(of store: String, touching span: Range<Instant>) async throws -> [StoredListing]

    /// What a store showed before, without the cards: its listings that end after `instant`, and not after `last`, by
    /// start and position.
    func pastListings(of store: String, endingAfter instant: Instant, notAfter last: Instant) async throws -> [Listing]

    /// Returns how many copies of each limited edition have been sold.
    func editionsSold() async throws -> [Item.ID: Int64]

    /// Stores windows, each together with the listings that were drawn for it: both or neither.
    ///
    /// The database stores a publication only if it is based on the store's head and on the content in force, and its
    /// own window is later. So when two servers make the next window, one is refused, and so is a window with listings
    /// that were changed meanwhile, or by rules that another server has replaced. This also prevents overlapping
    /// listings at one position: a listing is drawn to begin where the last stored one ends, and nothing has been
    /// stored since. For that a server reads a store's head and its listings at one moment (``state(of:_:)``). The
    /// database locks stores in the order of their ids, whatever the order of the arguments, so that two servers never
    /// wait for each other.
    ///
    /// When the call throws, it has stored none of the publications.
    ///
    /// - Returns: the stores whose publication was refused. Read these again and continue from there. All other
    ///   publications are stored.
    func publish(_ publications: [Publication]) async throws -> Set<String>

    /// What a store's newest window is, and how often its listings were changed; `nil` when it has no window.
    func head(of store: String) async throws -> WindowHead?

    /// A store's newest windows, the newest first.
    func newestWindows(of store: String, limit: Int) async throws -> [StoredWindow]

    func window(of store: String, sequence: Int64) async throws -> StoredWindow?

    /// Deletes windows, listings and chains that ended before the given instants. It never deletes a store's newest
    /// window or last chain, because the next one is compared with it.
    func prune(store: String, windows: Instant, listings: Instant, chains: Instant) async throws
}
