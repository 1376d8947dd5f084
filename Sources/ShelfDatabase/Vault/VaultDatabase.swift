package import ShelfModel
package import ShelfVault

/// Keeps the columns sealed that say what is to come or sign for a store.
package protocol VaultDatabase: Sendable {
    /// The wrapping keys that the database's columns are sealed under, by number; empty for a database that isn't
    /// sealed.
    func wrappingKeys() async throws -> [StoredWrappingKey]

    /// The stores' ids, which can be read while the vault is locked.
    func storeIDs() async throws -> [String]

    /// Checks that a vault and the database belong together.
    ///
    /// - Parameter keys: the vault's; `nil` for a server without a vault. Those of a locked vault aren't known, so then
    ///   only that the database is sealed is checked.
    /// - Returns: the number of the key under which the database's columns are sealed; `nil` where they aren't.
    /// - Throws: ``VaultMismatch``, and `SealingError.missingKey` when the vault lacks that key.
    @discardableResult
    func checkVault(_ keys: SealingKeys?) async throws -> UInt32?

    /// Seals a database that isn't sealed, in one transaction.
    ///
    /// The signing keys stay, since apps have them. Everything else that a reader of the database may know is made anew:
    /// the seeds of the schedules at once, and the chains, listings and secrets by the incarnation that the next server
    /// begins.
    ///
    /// - Parameters:
    ///   - instant: now.
    ///   - seed: makes 32 random bytes.
    /// - Returns: whether there were stores, which begin anew.
    /// - Throws: ``VaultMismatch/alreadySealed``.
    func adopt(at instant: Instant, seed: @escaping @Sendable () -> [UInt8]) async throws -> Bool

    /// Notes which wrapping keys a server knows, and seals under the newest that all servers know from then on.
    ///
    /// - Parameters:
    ///   - id: 16 bytes, the server's.
    ///   - name: for people.
    ///   - instant: now.
    /// - Returns: what all servers know. It is empty for a database that isn't sealed.
    func report(serverOf id: [UInt8], named name: String, at instant: Instant) async throws -> SealingReport

    /// Notes a vault's newer wrapping keys, so that no other copy of the vault adds another key of the same number. They
    /// don't seal before every server knows them. In a database that isn't sealed nothing is noted.
    ///
    /// - Throws: ``VaultMismatch/otherVault(_:)`` when the database knows another key of one of these numbers.
    func announceKeys(at instant: Instant) async throws

    /// Looks at the next rows, and seals the values anew that are sealed under another key than the database's, in a
    /// transaction of its own.
    ///
    /// - Parameter most: how many rows to look at.
    func reseal(from place: ResealingPlace, atMost most: Int) async throws -> ResealedRows

    /// Notes that everything is sealed under a key, unless a server has sealed under an earlier one meanwhile.
    ///
    /// - Parameter key: as it was when the last pass over the rows began, which found nothing to do.
    /// - Returns: whether it was noted.
    func noteWhole(_ key: StoredWrappingKey, at instant: Instant) async throws -> Bool

    /// How many values are sealed under another key than this one.
    func valuesSealed(underOthersThan number: UInt32) async throws -> Int

    /// Takes former values out of the database's files, as far as that is done quickly while servers use it: SQLite's
    /// log is emptied, and PostgreSQL's tables forget rows that were overwritten.
    ///
    /// - Throws: `DatabaseBusy` when somebody reads SQLite's log for too long; then it isn't emptied.
    func scrub() async throws

    /// Gives the space of deleted and overwritten rows back, so that the database's files no longer hold them.
    func compact() async throws
}
