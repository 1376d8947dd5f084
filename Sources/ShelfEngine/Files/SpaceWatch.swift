import ShelfConfiguration
package import ShelfDatabase
import ShelfModel
import Synchronization

/// Knows whether a shop's space for files is nearly full, how large the database is and how much room its disk has, by
/// asking once a minute.
package final class SpaceWatch: Sendable {
    private struct State {
        var askedAt = Instant.distantPast
        var isNearlyFull = false
        var databaseBytes: Int64?
        var freeBytes: Int64?
    }

    private let database: any FileDatabase & WatchedDatabase
    private let timeline: Timeline
    private let look: @Sendable () -> Int64?
    private let state = Mutex(State())

    private static let interval = TimeSpan.minutes(1)

    /// Everybody can read the sizes, so they are told in steps that hide nearly all that isn't released.
    package static let stepBytes: Int64 = 67_108_864

    /// - Parameter look: returns how many bytes are free on the data folder's disk; `nil` when that can't be found out.
    package init(
        database: any FileDatabase & WatchedDatabase, timeline: Timeline, look: @escaping @Sendable () -> Int64?
    ) {
        (self.database, self.timeline, self.look) = (database, timeline, look)
    }

    /// As of the last minute; `false` until the database has answered.
    package var isNearlyFull: Bool { state.withLock { $0.isNearlyFull } }

    /// How many bytes the database takes, rounded up to whole steps; `nil` until it has answered.
    package var databaseBytes: Int64? {
        state.withLock { $0.databaseBytes }.map { ($0 + Self.stepBytes - 1) / Self.stepBytes * Self.stepBytes }
    }

    /// How many bytes are free on the data folder's disk, rounded down to whole steps; `nil` until it was looked at.
    package var freeBytes: Int64? { state.withLock { $0.freeBytes }.map { $0 / Self.stepBytes * Self.stepBytes } }

    /// Asks the database, if it wasn't asked in the last minute. Where it doesn't answer, what was known holds.
    package func ask() async {
        let now = timeline.earliest
        let isDue = state.withLock { state in
            guard now - state.askedAt >= Self.interval else { return false }
            state.askedAt = now
            return true
        }
        guard isDue else { return }
        let free = look()
        state.withLock { $0.freeBytes = free }
        guard let space = try? await database.fileSpace(), let size = try? await database.size() else { return }
        state.withLock { ($0.isNearlyFull, $0.databaseBytes) = (space.isNearlyFull, size) }
    }
}

extension SpaceWatch: ContentSpace {
    func warnings() async -> [ConfigurationProblem] {
        guard let space = try? await database.fileSpace(), space.isNearlyFull else { return [] }
        return [
            .warning(
                found: "files that take \(space.takenPercent) % of the \(FileSpace.mostBytes >> 30) GiB of the shop",
                expected: "space for the next pictures and packs",
                advice: "shelflife files says what takes it")
        ]
    }
}
