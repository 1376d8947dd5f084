import ShelfConfiguration
package import ShelfDatabase
import ShelfModel
import Synchronization

/// Knows whether a shop's space for files is nearly full, by asking the database once a minute.
package final class SpaceWatch: Sendable {
    private struct State {
        var askedAt = Instant.distantPast
        var isNearlyFull = false
    }

    private let database: any FileDatabase
    private let timeline: Timeline
    private let state = Mutex(State())

    private static let interval = TimeSpan.minutes(1)

    package init(database: any FileDatabase, timeline: Timeline) {
        (self.database, self.timeline) = (database, timeline)
    }

    /// As of the last minute; `false` until the database has answered.
    package var isNearlyFull: Bool { state.withLock { $0.isNearlyFull } }

    /// Asks the database, if it wasn't asked in the last minute. Where it doesn't answer, what was known holds.
    package func ask() async {
        let now = timeline.earliest
        let isDue = state.withLock { state in
            guard now - state.askedAt >= Self.interval else { return false }
            state.askedAt = now
            return true
        }
        guard isDue, let space = try? await database.fileSpace() else { return }
        state.withLock { $0.isNearlyFull = space.isNearlyFull }
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
