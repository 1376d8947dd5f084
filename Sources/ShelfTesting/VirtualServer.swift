package import Foundation
import Logging
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel
package import ShelfServer

/// A server in a time of its own: it can be driven a day in a second, stopped at any instant and started again.
package final class VirtualServer {
    package var configuration: Configuration
    package let database: any ShelfDatabase
    package let time: ManualTimeline
    package private(set) var server: ShelfServer
    private let folder: TemporaryFolder
    private let randomness: Randomness

    package init(
        configuration: Configuration, database: any ShelfDatabase, time: ManualTimeline, seed: UInt32 = 1
    ) async throws {
        self.configuration = configuration
        self.database = database
        self.time = time
        folder = try TemporaryFolder()
        randomness = .seeded(seed)
        server = try await Self.start(configuration, database, folder, time, randomness)
    }

    package var client: InProcessClient { InProcessClient(server.responder) }
    package var published: URL { folder.url.appending(path: "published") }

    /// A new process on what the old one left, as after a crash.
    package func restart() async throws {
        server.streams.finish()
        server = try await Self.start(configuration, database, folder, time, randomness)
    }

    /// Moves time on to `instant`, doing at each minute and at each release what the services would have done.
    ///
    /// - Returns: how many keys were pushed for each store.
    @discardableResult
    package func advance(to instant: Instant) async -> [String: Int] {
        var pushed: [String: Int] = [:]
        while let next = nextEvent(until: instant) {
            time.nowUs = max(time.nowUs, next.milliseconds * 1000 + time.uncertaintyUs)
            await server.publisher.publish(earliest: time.timeline.earliest)
            pushed.merge(server.releaser.release(earliest: time.timeline.earliest), uniquingKeysWith: +)
        }
        time.now = max(time.now, instant)
        return pushed
    }

    /// When, up to `instant`, the server has something to do next.
    private func nextEvent(until instant: Instant) -> Instant? {
        let earliest = time.timeline.earliest
        let last = instant - .milliseconds((time.uncertaintyUs + 999) / 1000)
        let minute = earliest.floored(to: .minutes(1)) + .minutes(1)
        let next = min(minute, server.releaser.next(after: earliest) ?? minute)
        return next <= last ? next : nil
    }

    private static func start(
        _ configuration: Configuration, _ database: any ShelfDatabase, _ folder: TemporaryFolder,
        _ time: ManualTimeline, _ randomness: Randomness
    ) async throws -> ShelfServer {
        try await ShelfServer(
            configuration: configuration, database: database,
            folder: PublishedFolder(
                root: folder.url.appending(path: "published"), staging: folder.url.appending(path: "staging")),
            timeline: time.timeline, randomness: randomness,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
