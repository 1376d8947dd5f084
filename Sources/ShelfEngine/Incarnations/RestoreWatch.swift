import Logging
import ShelfDatabase
import ShelfModel
import ShelfWire

/// Detects at the start that the database was restored to an earlier state, and then begins an incarnation.
///
/// The incarnation begins in one transaction. After that, all windows are removed from the published folder. If the
/// server ends in between, the next start removes them: it removes all windows from before the incarnation's beginning,
/// so that they aren't mistaken for signs of another restore.
struct RestoreWatch {
    let database: any IncarnationDatabase & ScheduleDatabase
    let folder: PublishedFolder
    /// The ids of the stores.
    let stores: [String]
    let logger: Logger

    /// - Parameter latest: the latest that the true time can be.
    /// - Returns: the current incarnation.
    /// - Throws: ``StartError`` when something stored is from the future, by this machine's clock, or when the database
    ///   is new though the folder had one.
    func present(latest: Instant) async throws -> Incarnation {
        let identity = try await database.identity()
        var present = try await database.incarnation()
        let next = latest.floored(to: .minutes(1)) + .minutes(1)
        if let sign = try await sign(of: identity, present, latest: latest, next: next) {
            // New stores would get new signing keys, and every app pins those of before.
            if sign != .mark { try await checkForStores() }
            present = try await database.beginIncarnation(after: present.number, at: next)
            // The incarnation has no windows yet, and those of a clock that was ahead would outlast its beginning.
            try folder.remove(before: .max)
            logger.warning(
                "the database was put back to an earlier state, so the stores begin anew",
                metadata: ["why": "\(sign.rawValue)", "at": "\(RFC3339.text(present.begun ?? next))"])
        }
        if let begun = present.begun { try folder.remove(before: WindowHeader.sequence(at: begun)) }
        try folder.remember(database: identity)
        return present
    }

    /// The sign by which a restore was detected.
    private enum Sign: String {
        case mark = "a backup was restored, the database was sealed, or the clock was ahead"
        case otherDatabase = "it is not the database that was here before"
        case newerWindow = "the published folder has a window that the database doesn't know"
    }

    /// The mark comes first: it also says that what is from the future is known, and is to be forgotten.
    private func sign(
        of identity: [UInt8], _ present: Incarnation, latest: Instant, next: Instant
    ) async throws -> Sign? {
        if try await database.restoredAt() != nil { return .mark }
        if let begun = present.begun, begun > next {
            throw StartError.incarnationFromTheFuture(begins: begun, now: latest)
        }
        let newer = try await hasNewerWindow(present, latest: latest)
        if let remembered = folder.database, remembered != identity { return .otherDatabase }
        return newer ? .newerWindow : nil
    }

    private func checkForStores() async throws {
        for store in stores where try await database.store(store) != nil { return }
        throw StartError.databaseMissing
    }

    /// Whether the published folder has a window of this incarnation that is newer than the database's newest one. That
    /// proves a restore, because every window is stored in the database first.
    private func hasNewerWindow(_ present: Incarnation, latest: Instant) async throws -> Bool {
        let first = present.begun.map(WindowHeader.sequence) ?? 0
        for store in stores {
            guard let published = try folder.newestSequence(of: store), published >= first else { continue }
            guard published <= WindowHeader.sequence(at: latest) else {
                throw StartError.windowsFromTheFuture(
                    store: store, issuedAt: WindowHeader.issuedAt(sequence: published), now: latest)
            }
            let known = try await database.head(of: store)?.sequence
            if published > known ?? -1 { return true }
        }
        return false
    }
}
