import Foundation
import HTTPTypes
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Testing

/// What holds for every series of contents: tried on twenty random shops whose content changes at random, or on as many
/// as `SHELFLIFE_CONTENTS` says.
@Suite(.timeLimit(.minutes(30))) struct `Random contents` {
    private static let shops = ProcessInfo.processInfo.environment["SHELFLIFE_CONTENTS"].flatMap { Int($0) } ?? 20

    @Test func `a store shows what its future said last, and a change spares what is published`() async throws {
        var (kept, versions, refused, scheduled, rolledBack) = (0, 0, 0, 0, 0)
        for number in 0..<Self.shops {
            var life = try await ShopLife(seed: number)
            try await life.live()
            #expect(life.faults == [], "shop \(number)")
            kept += life.kept
            versions += life.versions
            refused += life.refused
            scheduled += life.scheduledVersions
            rolledBack += life.rollBacks
        }
        // Else the shops gave no occasion.
        #expect(kept > 30 * Self.shops && versions > Self.shops, "\(refused) were refused")
        #expect(scheduled > Self.shops / 4 && rolledBack > Self.shops / 4)
    }
}

/// Half an hour of a shop whose designers change everything.
private struct ShopLife {
    private static let minutes: Int64 = 30
    /// SHA-256 of `boss`.
    private static let hash = Hex.decode("a5e7c002443743c5836758c7d1cd8ddefd9fcf2061daa0efaac683fb99966057")!

    private let server: VirtualServer
    private var promise: Promise
    private var random: SplitMix64
    /// When scheduled versions take effect, in order.
    private var coming: [Instant] = []
    private(set) var versions = 0
    private(set) var refused = 0
    private(set) var scheduledVersions = 0
    private(set) var rollBacks = 0
    private(set) var faults: [String] = []

    init(seed: Int) async throws {
        random = SplitMix64(seed: seed)
        var configuration = Fixtures.configuration(
            stores: [Fixtures.sealedStore()], catalogue: Fixtures.catalogue(items: 80), appSecrets: [:])
        configuration.settings.admins = [
            AdminToken(name: "anna", hash: Self.hash, scopes: Set(AdminScope.allCases))
        ]
        server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(), time: ManualTimeline(at: Fixtures.start))
        promise = Promise(try await Witness(store: "main", client: server.client))
        promise.hear(try await future())
        try await promise.look(at: server.client)
        while versions == 0 {
            await server.advance(to: server.time.now + .seconds(1))
            guard let begins = try await publish(RandomContent(using: &random)) else { continue }
            promise.forget(from: max(begins, server.time.now))
        }
        promise.hear(try await future())
    }

    /// How many listings were shown as it was said.
    var kept: Int { promise.kept }

    mutating func live() async throws {
        for minute in 1...Self.minutes {
            try await go(to: Fixtures.start + .minutes(minute))
            try await promise.look(at: server.client)
            guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
            try await go(to: server.time.now + .milliseconds(Int64.random(in: 0..<60_000, using: &random)))
            if let begins = try await change() { promise.forget(from: max(begins, server.time.now)) }
            promise.hear(try await future())
        }
        faults += promise.broken + promise.contradictions
        faults += promise.unseen(before: server.time.now.floored(to: .minutes(1))).map { "\($0) was never shown" }
    }

    /// Lets time pass. Scheduled versions take effect at their instants.
    private mutating func go(to instant: Instant) async throws {
        while let next = coming.first, next <= instant {
            coming.removeFirst()
            await server.advance(to: next)
            _ = try await server.follow()
        }
        await server.advance(to: instant)
    }

    /// - Returns: from when on a listing can differ; `nil` where nothing changes.
    private mutating func change() async throws -> Instant? {
        let delay = Int64.random(in: 1...900, using: &random)
        let from = Bool.random(using: &random) ? server.time.now + .seconds(delay) : nil
        guard Int.random(in: 0..<3, using: &random) == 0 else {
            return try await publish(RandomContent(using: &random), from: from)
        }
        let version = Int64.random(in: 1...Int64(versions), using: &random)
        let request = ContentRollBackRequest(to: version, reason: "x", fromMs: from?.milliseconds, base: 0, over: .max)
        let begins = try await send("/v1/admin/content/roll-back", request, from: from)
        if begins != nil { rollBacks += 1 }
        return begins
    }

    private mutating func publish(_ content: RandomContent, from: Instant? = nil) async throws -> Instant? {
        try await send(
            "/v1/admin/content/versions",
            ContentPublicationRequest(
                files: content.files, reason: "x", fromMs: from?.milliseconds, base: 0, over: .max),
            from: from)
    }

    private mutating func send(_ path: String, _ request: some Encodable, from: Instant?) async throws -> Instant? {
        var headers: HTTPFields = [.authorization: "Bearer boss"]
        headers[HTTPField.Name("Idempotency-Key")!] = "\(versions)"
        let answer = try await server.client.send(
            path, method: .post, headers: headers, body: WireJSON.encode(request))
        guard answer.status == 200 else {
            // Rules that leave too few items are refused, and nothing changes.
            if answer.status != 422 { faults.append("\(path): \(answer.text)") }
            refused += 1
            return nil
        }
        let told = try WireJSON.decode(ContentPublicationAnswer.self, answer.body)
        for store in told.stores where store.drawnUntilMs <= server.time.now.milliseconds {
            faults.append("\(path) says that \(store.store) is published until \(store.drawnUntilMs), which is past")
        }
        guard told.isNew else { return nil }
        versions += 1
        if told.version.fromMs > server.time.now.milliseconds {
            scheduledVersions += 1
            coming = (coming + [Instant(milliseconds: told.version.fromMs)]).sorted()
        }
        return told.stores.first { $0.store == "main" }.map { Instant(milliseconds: $0.drawnUntilMs) }
    }

    private func future() async throws -> FutureAnswer {
        let answer = try await server.client.send(
            RequestTarget(.adminFuture, ["main"], query: "hours=1").path, headers: [.authorization: "Bearer boss"])
        return try WireJSON.decode(FutureAnswer.self, answer.body)
    }
}
