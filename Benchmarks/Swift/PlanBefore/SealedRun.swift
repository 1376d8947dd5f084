import Foundation
import ShelfModel
import ShelfTesting
import ShelfWire

/// Shelflife with a number of players.
struct SealedRun {
    let players: Int
    let seconds: Int64
    let cluster: PostgresCluster

    private static let loadingUs: Int64 = 60_000_000
    /// From when all players are ready to the beginning of what is measured, at least.
    private static let pauseMs: Int64 = 3000

    /// - Returns: the figures, and the changes that were seen, from the beginning of what was measured on.
    func measure() async throws -> (figures: PlanBeforeFigures, changes: [ShelfChange]) {
        let folder = try TemporaryFolder()
        return try await cluster.withDatabase { database in
            let arguments = ["sealed-server", "--database", database.address, "--folder", folder.url.path]
            return try await ServerProcess.running(arguments, in: folder) { server in
                try await Crowd.gathered(at: server.port) { try await measure($0, server, database) }
            }
        }
    }

    private func measure(
        _ crowd: Crowd, _ server: ServerGreeting, _ database: PostgresCluster.Database
    ) async throws -> (figures: PlanBeforeFigures, changes: [ShelfChange]) {
        try await crowd.join(players) { SealedPlayer(log: $0, store: SealedServer.store) }
        let ready = try await crowd.tally(untilUs: TrueTime.nowUs() + Self.loadingUs) { $0.loaded == players }
        guard ready.loaded == players else { throw PlanBeforeError.notLoaded(ready.loaded, of: players) }
        let window = try Self.window(ready, server)
        let fromMs = ((TrueTime.nowUs() / 1000 + Self.pauseMs) / 1000 + 1) * 1000
        let span = Instant(milliseconds: fromMs)..<Instant(milliseconds: fromMs) + .seconds(seconds)
        let listings = window.listings.filter { span.contains($0.start) }
        guard !listings.isEmpty else { throw PlanBeforeError.noChanges }
        try await crowd.begin(
            listings.map(\.change), events: Dictionary(grouping: listings, by: \.event).mapValues { $0.map(\.change) })
        // Once a minute, which is much more often than an app asks.
        crowd.join(players * Int(seconds) / 60, withinUs: fromMs * 1000..<(fromMs + seconds * 1000) * 1000) {
            WindowFetch(log: $0, store: SealedServer.store, dueUs: $1)
        }
        let measured = try await SpanMeasurement(
            side: .ours, players: players, changes: listings.map(\.change), fromMs: fromMs, seconds: seconds,
            crowd: crowd, server: server, database: database, cluster: cluster
        ).measure()
        try Self.check(measured.tally.keys, open: listings)
        return (measured.figures, listings.map { $0.change.moved(byMs: -fromMs) })
    }

    /// The window as the players have it.
    private static func window(_ tally: CrowdTally, _ server: ServerGreeting) throws -> WindowFile {
        let now = Instant(milliseconds: TrueTime.nowUs() / 1000)
        guard let bytes = tally.window, let publicKey = server.publicKey.flatMap({ PublicKey($0) }),
            let window = try? WindowFile(
                reading: bytes,
                expecting: WindowFile.Expectations(store: SealedServer.store, publicKey: publicKey, now: now...now))
        else { throw PlanBeforeError.noWindow }
        return window
    }

    /// Whether each key that players were sent opens every card that it is for.
    private static func check(_ keys: [String: [UInt8]], open listings: [SealedListing]) throws {
        for (event, data) in keys {
            let key = try WireJSON.decode(KeyEvent.self, data).released.key
            let isRight = listings.filter { $0.event == event }.allSatisfy { listing in
                key.flatMap { listing.open(with: $0) } != nil
            }
            guard isRight else { throw PlanBeforeError.wrongKey(event: event) }
        }
    }
}

extension SealedListing {
    fileprivate var change: ShelfChange { ShelfChange(position: position, atMs: start.milliseconds) }

    /// The id of the event that brings its key.
    fileprivate var event: String { "\(chain).\(slot)" }
}
