package import Foundation
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel
package import ShelfEngine
package import ShelfServer

/// A server in virtual time. A test can let a day pass in a second, and stop and start the server at any instant.
package final class VirtualServer {
    package var configuration: Configuration
    /// The server's database. A new value takes effect at the next ``restart()``.
    package var database: any ShelfDatabase
    package let time: ManualTimeline
    /// What fails in the database, if it was opened with their hook.
    package let faults: DatabaseFaults
    package let log = LogRecorder()
    package private(set) var server: ShelfServer
    private let folder: TemporaryFolder
    private let randomness: Randomness

    package init(
        configuration: Configuration, database: any ShelfDatabase, time: ManualTimeline,
        faults: DatabaseFaults = DatabaseFaults(), seed: UInt32 = 1
    ) async throws {
        self.configuration = configuration
        self.faults = faults
        self.database = database
        self.time = time
        folder = try TemporaryFolder()
        randomness = .seeded(seed)
        server = try await Self.start(configuration, database, folder, time, randomness, log)
    }

    private init(besides other: VirtualServer) async throws {
        (configuration, database, time) = (other.configuration, other.database, other.time)
        faults = other.faults
        (folder, randomness) = (other.folder, other.randomness)
        server = try await Self.start(configuration, database, folder, time, randomness, log)
    }

    /// Starts another server on the same files and database, in the same time.
    package func twin() async throws -> VirtualServer { try await VirtualServer(besides: self) }

    package var engine: Engine { server.engine }
    package var client: InProcessClient { InProcessClient(server.responder) }
    package var data: DataFolder { DataFolder(path: folder.url.path) }
    package var published: URL { folder.url.appending(path: "published") }

    /// Starts a new server on the files and the database of the old one, as after a crash. The content that was in
    /// force goes on.
    package func restart() async throws {
        server.streams.finish()
        server = try await Self.start(configuration, database, folder, time, randomness, log)
    }

    /// Puts the content of ``configuration`` in force as it is now, new stores included.
    ///
    /// - Returns: for each store that there was before, when the first listing can begin that is drawn by it.
    @discardableResult
    package func putContentInForce() async throws -> [String: Instant] {
        let begins = try await engine.publisher.putInForce(
            configuration.content, version: engine.content.state.version,
            appSecrets: configuration.settings.appSecrets(for: configuration.content),
            now: time.timeline.earliest)
        await engine.publisher.publish(earliest: time.timeline.earliest)
        return begins
    }

    /// Opens another server on the same files and database, without starting its services.
    ///
    /// - Parameter start: what it starts with; `nil` for the configuration of this one.
    package func opened(_ start: ContentStart? = nil) async throws -> ShelfServer {
        try await Self.open(start ?? ContentStart(configuration), database, folder, time, randomness, log)
    }

    /// Moves time forward to `instant`, and does at each minute and each release what the services would do.
    ///
    /// - Returns: how many keys, and pieces with notices, were pushed for each store.
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
        let next = min(minute, engine.releaser.next(after: earliest) ?? minute)
        return next.milliseconds * 1000 + time.uncertaintyUs
    }

    /// Moves time forward to the next event and does what the services would do then.
    ///
    /// - Returns: how many keys, and pieces with notices, were pushed for each store.
    package func step() async -> [String: Int] {
        time.nowUs = nextEventUs
        return await act()
    }

    /// Does what the services do at this instant.
    ///
    /// - Returns: how many keys, and pieces with notices, were pushed for each store.
    package func act() async -> [String: Int] {
        await engine.versions.follow()
        await engine.publisher.publish(earliest: time.timeline.earliest)
        server.announcer.announce()
        let told = engine.notices.tell(earliest: time.timeline.earliest)
        var pushed = engine.releaser.release(earliest: time.timeline.earliest)
        for store in told { pushed[store, default: 0] += 1 }
        return pushed
    }

    /// Does what the services do twice a second: follows what was changed through another server on the database.
    ///
    /// - Returns: how many pieces with notices were pushed for each store.
    package func follow() async throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: await engine.poll.ask().map { ($0, 1) })
    }

    private static func start(
        _ configuration: Configuration, _ database: any ShelfDatabase, _ folder: TemporaryFolder,
        _ time: ManualTimeline, _ randomness: Randomness, _ log: LogRecorder
    ) async throws -> ShelfServer {
        let content = try await ContentStart.goOn(from: configuration, database: database, now: time.now)
        let server = try await open(content, database, folder, time, randomness, log)
        await server.engine.publisher.publish(earliest: time.timeline.earliest)
        return server
    }

    private static func open(
        _ start: ContentStart, _ database: any ShelfDatabase, _ folder: TemporaryFolder,
        _ time: ManualTimeline, _ randomness: Randomness, _ log: LogRecorder
    ) async throws -> ShelfServer {
        let data = DataFolder(path: folder.url.path)
        return try await ShelfServer(
            start, database: database,
            folder: PublishedFolder(
                root: folder.url.appending(path: "published"), staging: folder.url.appending(path: "staging")),
            backedUp: { data.backedUp }, timeline: time.timeline, randomness: randomness,
            logger: log.logger)
    }
}
