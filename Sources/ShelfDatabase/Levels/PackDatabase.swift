package import ShelfModel

/// Stores the releases of packs, and where channels point.
///
/// The files of releases and of bundles that are named here aren't forgotten. Each write is one transaction.
package protocol PackDatabase: Sendable {
    /// Stores the seed of the shop's content key unless there already is one, and returns the stored one. It stays the
    /// same through incarnations, since apps are built with the public key.
    func keep(contentSeed: [UInt8]) async throws -> [UInt8]

    /// - Returns: the seed of the shop's content key; `nil` when none was needed so far.
    func contentSeed() async throws -> [UInt8]?

    /// Notes that content names bundles, so that they are never forgotten.
    ///
    /// - Parameter bundles: each with its pack.
    func nameBundles(_ bundles: [ContentPack], at instant: Instant) async throws

    /// The releases that were made of bundles.
    func releasedBundles() async throws -> [ReleasedBundle]

    /// All releases that are kept, sorted by pack and number.
    func packReleases() async throws -> [StoredPackRelease]

    /// Adds a release with the next number, and deletes those that are too many.
    ///
    /// - Parameters:
    ///   - release: its number is ignored. Its snapshot must be stored.
    ///   - bundle: the digest of the bundle that it was made of.
    /// - Returns: the release, which may be an earlier one with the same content; `nil` when the snapshot isn't there any
    ///   more, and nothing was stored.
    func add(_ release: StoredPackRelease, of bundle: [UInt8]) async throws -> StoredPackRelease?

    /// All deltas, sorted by pack, the later release and the earlier one.
    func packDeltas() async throws -> [StoredPackDelta]

    /// Adds deltas that aren't there yet. Those whose files or releases aren't there any more are left out.
    func add(_ deltas: [StoredPackDelta]) async throws

    /// All moves, the first first.
    func packMoves() async throws -> [PackMove]

    /// Moves a channel, and notes that the releases that it points at are shown.
    ///
    /// - Parameters:
    ///   - word: see ``ShelfModel/PackMoveOrder/judge(after:word:)``.
    ///   - audit: makes the entry for the audit log from the result.
    /// - Returns: `nil` when the pack has no such release.
    func move(
        _ order: PackMoveOrder, word: String,
        audit: @escaping @Sendable (PackMoveOrder.Judgement?) -> AuditEntry?
    ) async throws -> PackMoveOrder.Judgement?
}
