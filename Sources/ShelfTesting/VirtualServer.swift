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

    /// Another process on what this one left, whose services have not done anything yet.
    package func opened() async throws -> ShelfServer {
        try await Self.open(configuration, database, folder, time, randomness)
    }

    /// Moves time on to `instant`, doing at each minute and at each release what the services would have done.
    ///
    /// - Returns: how many keys were pushed for each store.
    @discardableResult
    package func advance(to instant: Instant) async -> [String: Int] {
        var pushed: [String: Int] = [:]
        while nextEventUs <= instant.milliseconds * 1000 {
            pushed.merge(await step(), uniquingKeysWith: +)
        }
        time.now = max(time.now, instant)
        return pushed
    }

    /// When the server has something to do next.
    package var nextEventUs: Int64 {
        let earliest = time.timeline.earliest
        let minute = earliest.floored(to: .minutes(1)) + .minutes(1)
        let next = min(minute, server.releaser.next(after: earliest) ?? minute)
        return next.milliseconds * 1000 + time.uncertaintyUs
    }

    /// Moves time on to the next event and does it.
    ///
    /// - Returns: how many keys were pushed for each store.
    package func step() async -> [String: Int] {
        time.nowUs = nextEventUs
        await server.publisher.publish(earliest: time.timeline.earliest)
        return server.releaser.release(earliest: time.timeline.earliest)
    }

    private static func start(
        _ configuration: Configuration, _ database: any ShelfDatabase, _ folder: TemporaryFolder,
        _ time: ManualTimeline, _ randomness: Randomness
    ) async throws -> ShelfServer {
        let server = try await open(configuration, database, folder, time, randomness)
        await server.publisher.publish(earliest: time.timeline.earliest)
        return server
    }

    private static func open(
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
