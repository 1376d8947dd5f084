package import Logging
import ServiceLifecycle
package import ShelfDatabase
package import ShelfEngine
import ShelfModel

/// Deletes expired data every hour.
package struct Housekeeping: NamedService {
    private let database:
        any HousekeepingDatabase & FileDatabase & PictureDatabase & MatchDatabase
            & PlayerEventDatabase
    private let hasMatches: Bool
    private let timeline: Timeline
    private let logger: Logger

    /// A repeated request gets the first one's answer for at least two weeks.
    private static let refusalsKept = TimeSpan.days(15)

    /// How long after a file has arrived a version that names it can be published.
    private static let unusedFilesKept = TimeSpan.days(1)

    package init(
        database: any HousekeepingDatabase & FileDatabase & PictureDatabase & MatchDatabase
            & PlayerEventDatabase, hasMatches: Bool,
        timeline: Timeline, logger: Logger
    ) {
        self.database = database
        self.hasMatches = hasMatches
        self.timeline = timeline
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await tidy()
                try await timeline.sleep(until: timeline.now + .hours(1))
            }
        }
    }

    /// Deletes expired data now. If that fails, it is tried again an hour later.
    package func tidy() async {
        let now = timeline.now
        await forget("old refusals") { try await database.forgetRefusals(before: now - Self.refusalsKept) }
        await forget("ended sessions") { try await database.forgetTokenFamilies(endedBy: now) }
        await forget("unused pictures") {
            try await database.forgetPictures(untouchedSince: now - Self.unusedFilesKept)
        }
        await forget("unused files") { try await database.forgetFiles(untouchedSince: now - Self.unusedFilesKept) }
        guard hasMatches else { return }
        await forget("old matches") { try await database.forgetMatches(at: now) }
        await forget("old events of players") {
            try await database.forgetPlayerEvents(before: now - PlayerEvent.kept)
        }
    }

    private func forget(_ what: String, _ body: () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
            // The server stops, and the next start does it.
        } catch {
            logger.error("\(what) were not removed", metadata: ["why": "\(error)"])
        }
    }
}
