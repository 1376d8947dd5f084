import ArgumentParser
import Foundation
import Logging
import NIOCore
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting

/// `shelflife-bench stores-server`: the process that is measured; it says on standard output what it does.
struct StoresServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stores-server", shouldDisplay: false)

    @Option var stores: Int

    /// Whether the stores have never been published: then all their chains are made at the start.
    @Flag var isNew = false

    private static let first = Bazaar.firstWindow
    /// Where the chains of stores that aren't new end: so that all want the next in the sixth minute.
    private static let chainsEnd = first + .minutes(72 + 6) - .seconds(30)

    func run() async throws {
        Heap.keepWindowsApart()
        let folder = try TemporaryFolder()
        let bazaar = try Bazaar()
        let wanted = (0..<stores).map { Self.store("bazaar-\($0)", bazaar) }
        let database = try SQLiteDatabase(path: folder.file("shelflife.sqlite"))
        if !isNew {
            try await SeededChains(epoch: Self.first - .hours(1), end: Self.chainsEnd).write(wanted, database)
        }
        var configuration = Fixtures.configuration(
            stores: wanted, catalogue: bazaar.catalogue,
            appSecrets: Dictionary(uniqueKeysWithValues: wanted.map { ($0.id, Fixtures.appSecret) }))
        configuration.settings.server.port = 0
        configuration.settings.limits = LimitSettings(
            address: 1_000_000, player: 1_000_000, newPlayersPerAddress: 1_000_000, ordersPerAddress: 1_000_000)
        var logger = Logger(label: "stores") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let time = ManualTimeline(at: Self.first)
        let made = Span()
        let server = try await ShelfServer(
            configuration: configuration, database: database,
            folder: PublishedFolder(
                root: folder.url.appending(path: "published"), staging: folder.url.appending(path: "staging")),
            timeline: time.timeline, logger: logger)
        await server.engine.publisher.publish(earliest: time.now)
        try say("end", made.stage(isNew ? "start, all new" : "start, with chains", stores: stores))
        if !isNew { try await drive(server, time) }
    }

    private static func store(_ id: String, _ bazaar: Bazaar) -> StoreContent {
        StoreContent(
            rules: StoreRules(store: id, positions: 80, noRepeat: .minutes(10), weights: bazaar.rules.weights),
            title: "Bazaar", columns: 10, lead: .minutes(10))
    }

    private func drive(_ server: ShelfServer, _ time: ManualTimeline) async throws {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let serving = Task { try await server.run { port.yield($0) } }
        guard let port = await ports.first(where: { _ in true }) else { return }
        try say("port", port)
        for minute in 1...5 { try await step(server, time, to: Self.first + .minutes(minute), "minute") }
        for minute in 6...9 { try await step(server, time, to: Self.first + .minutes(minute), "minute, chains wanted") }
        let handOver = Self.chainsEnd.floored(to: .minutes(1)) - .minutes(10)
        try await step(server, time, to: handOver, "hour's halt, hand-over")
        for minute in 1...2 { try await step(server, time, to: handOver + .minutes(minute), "minute, two chains") }
        serving.cancel()
        _ = try? await serving.value
    }

    /// A minute as the services would have it: published at its start, its keys pushed second by second.
    private func step(_ server: ShelfServer, _ time: ManualTimeline, to minute: Instant, _ name: String) async throws {
        try say("begin", name)
        time.now = minute
        let span = Span()
        guard await server.engine.publisher.publish(earliest: minute) else { throw ExitCode.failure }
        let publishing = span.stage(name, stores: stores)
        server.engine.releaser.release(earliest: minute)
        let keys = Span()
        for second in 1..<60 {
            server.engine.releaser.release(earliest: minute + .seconds(second))
            _ = server.engine.releaser.next(after: minute + .seconds(second))
        }
        try say("end", publishing.with(keysUs: keys.usedUs))
        try await Task.sleep(for: .milliseconds(500))
    }

    private func say(_ word: String, _ value: some Encodable) throws {
        print(word, String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
        // Who waits for the line reads it through a pipe, where lines would gather.
        fflush(nil)
    }
}

/// What a piece of work takes of time and processor time.
private struct Span {
    private let startUs = TrueTime.nowUs()
    private let beforeUs = ProcessorTime.now()

    var usedUs: Int64 { ProcessorTime.now() - beforeUs }

    func stage(_ name: String, stores: Int) -> StoresResults.Stage {
        StoresResults.Stage(
            name: name, stores: stores, elapsedUs: TrueTime.nowUs() - startUs, processorUs: usedUs, keysUs: 0,
            peakBytes: Self.peakBytes)
    }

    private static var peakBytes: Int64 {
        var usage = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
        return Int64(usage.ru_maxrss) << 10
    }
}

extension StoresResults.Stage {
    fileprivate func with(keysUs: Int64) -> Self {
        Self(
            name: name, stores: stores, elapsedUs: elapsedUs, processorUs: processorUs, keysUs: keysUs,
            peakBytes: peakBytes)
    }
}
