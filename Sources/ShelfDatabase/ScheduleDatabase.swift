package import ShelfModel

/// Where a server keeps what it has decided to show.
///
/// Several servers may share one database. Whoever writes first has decided:
/// a second ``create(_:)`` or ``add(_:)`` answers with what is there, and a second
/// ``publish(_:)`` of the same minute is refused, so that everyone goes on from
/// the same bytes. Writes are durable before they return.
package protocol ScheduleDatabase: Sendable {
    func store(_ id: String) async throws -> StoredStore?

    /// - Returns: the store as it is now kept: the one given, or the one that was there before.
    func create(_ store: StoredStore) async throws -> StoredStore

    /// A store's key chains by their epochs.
    func chains(of store: String) async throws -> [StoredChain]

    /// - Returns: the chain as it is now kept for this store and epoch.
    func add(_ chain: StoredChain) async throws -> StoredChain

    /// A store's listings that end after `instant`, by start and position.
    func listings(of store: String, endingAfter instant: Instant) async throws -> [StoredListing]

    /// How many of each limited edition have been sold.
    func editionsSold() async throws -> [Item.ID: Int64]

    /// Keeps windows, each together with the listings that were drawn for it, both or neither.
    ///
    /// When it throws, none of them is kept.
    ///
    /// - Returns: the stores whose publication was refused, since another has published this minute or
    ///   drawn these listings: read them again and go on from there. The others are kept.
    func publish(_ publications: [Publication]) async throws -> Set<String>

    /// A store's newest windows, the newest first.
    func newestWindows(of store: String, limit: Int) async throws -> [StoredWindow]

    func window(of store: String, sequence: Int64) async throws -> StoredWindow?

    /// Forgets windows, listings and chains that ended before the instants given.
    func prune(store: String, windows: Instant, listings: Instant, chains: Instant) async throws
}
