package import ShelfModel

/// Stores the releases of packs, and where channels point.
///
/// The files of releases aren't forgotten. Each write is one transaction.
package protocol PackDatabase: Sendable {
    /// Stores the seed of the shop's content key unless there already is one, and returns the stored one. It stays the
    /// same through incarnations, since apps are built with the public key.
    func keep(contentSeed: [UInt8]) async throws -> [UInt8]

    /// - Returns: all that is stored of packs, as it was at one moment.
    func packs() async throws -> StoredPacks

    /// Adds a release with the next number, and deletes those that are too many.
    ///
    /// - Parameters:
    ///   - release: its number is ignored.
    ///   - whole: the delta from the empty pack. It and the snapshot must be stored.
    ///   - source: what it was made of, 32 bytes.
    /// - Returns: the release, which may be an earlier one with the same content; `nil` when one of the files isn't there
    ///   any more, and nothing was stored.
    func add(
        _ release: StoredPackRelease, whole: FileHead, of source: [UInt8]
    ) async throws -> StoredPackRelease?

    /// Adds deltas that aren't there yet. Those whose files or releases aren't there any more are left out.
    func add(_ deltas: [StoredPackDelta]) async throws

    /// Moves a channel, and notes that the releases that it points at are shown, and their pictures.
    ///
    /// - Parameters:
    ///   - word: see ``ShelfModel/PackMoveOrder/judge(after:word:)``.
    ///   - pictures: by their names, from when on the pictures of these releases can be seen.
    ///   - audit: makes the entry for the audit log from the result.
    /// - Returns: `nil` when the pack has no such release.
    func move(
        _ order: PackMoveOrder, word: String, showing pictures: [[UInt8]: Instant],
        audit: @escaping @Sendable (PackMoveOrder.Judgement?) -> AuditEntry?
    ) async throws -> PackMoveOrder.Judgement?
}
