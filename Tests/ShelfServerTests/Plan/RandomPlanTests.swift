import Foundation
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// What a try of a planned appearance says is what happens: tried on twenty random shops, or on as many as
/// `SHELFLIFE_PLANS` says.
@Suite(.timeLimit(.minutes(30))) struct `Random plans` {
    private static let shops = ProcessInfo.processInfo.environment["SHELFLIFE_PLANS"].flatMap { Int($0) } ?? 20

    @Test func `what a try finds no problem with is shown at its second, and what it says is late when it says`()
        async throws
    {
        var (kept, late, refused) = (0, 0, 0)
        for number in 0..<Self.shops {
            var shop = try await PlannedShop(seed: number)
            try await shop.live()
            #expect(shop.faults == [], "shop \(number)")
            kept += shop.kept
            late += shop.late
            refused += shop.refused
        }
        // Else the shops gave no occasion.
        #expect(
            kept > 4 * Self.shops && late > Self.shops / 2 && refused > Self.shops / 2, "\(kept), \(late), \(refused)")
    }
}

/// Hours of a shop whose designer plans appearances at random.
private struct PlannedShop {
    private static let path = "/v1/admin/plan/main"
    private static let rounds = 12

    /// What was promised of an appearance.
    private struct Promise {
        let item: String
        let position: Int?
        /// When its first listing begins, at the earliest and at the latest.
        let begins: ClosedRange<Instant>
        let isLate: Bool
    }

    private let server: VirtualServer
    private let lives: ClosedRange<Int>
    private let positions: Int
    private var random: SplitMix64
    private var version: Int64 = 1
    private var promises: [Promise] = []
    private var shown: Set<Listing> = []
    private(set) var refused = 0
    private(set) var faults: [String] = []
    /// Each appearance that was tried, and what was said of it.
    private var tries: [String] = []

    var kept: Int { promises.count { !$0.isLate } }
    var late: Int { promises.count { $0.isLate } }

    init(seed: Int) async throws {
        random = SplitMix64(seed: seed)
        positions = Int.random(in: 1...6, using: &random)
        let shortest = Int.random(in: 30...900, using: &random)
        lives = shortest...(shortest + Int.random(in: 1...(2 * shortest), using: &random))
        (server, _) = try await VirtualServer.withAdmins()
        let rows = (1...60).map { "item-\($0),Item \($0),set-1,2020-01-01,10,,\n" }.joined()
        let yaml = """
            title: Ours
            catalogue: [items.csv]
            stores:
              - id: main
                positions: \(positions)
                shelfLife: {from: \(lives.lowerBound)s, to: \(lives.upperBound)s}

            """
        let files = [
            ContentFileMessage(path: "items.csv", text: "id,name,set,released,price,edition,glyph\n\(rows)"),
            ContentFileMessage(path: "content.yaml", text: yaml),
        ]
        let answer = try await server.postAsAdmin(
            "/v1/admin/content/versions", ContentPublicationRequest(files: files, reason: "x", base: 0, over: .max),
            key: nil)
        try #require(answer.status == 200, "\(answer.text)")
    }

    mutating func live() async throws {
        for _ in 0..<Self.rounds {
            try await go(for: .seconds(Int.random(in: 20...600, using: &random)))
            try await plan()
        }
        let last = promises.map(\.begins.upperBound).max() ?? server.time.now
        try await go(for: max(.minutes(1), last - server.time.now + .minutes(1)))
        for promise in promises {
            let begin = shown.filter {
                $0.item == promise.item && promise.position ?? $0.position == $0.position
                    && promise.begins.contains($0.start)
            }
            if begin.isEmpty { faults.append("\(promise) was never shown") }
        }
        if !faults.isEmpty { faults += ["\(positions) positions, \(lives) seconds"] + tries }
    }

    /// Plans an appearance of an item of its own, unless a try finds an error, or that it would cost another one.
    private mutating func plan() async throws {
        let start = server.time.now.floored(to: .seconds(1)) + .seconds(Int.random(in: 0...7200, using: &random))
        let within = Bool.random(using: &random) ? TimeSpan.zero : .seconds(Int.random(in: 1...120, using: &random))
        let item = "item-\(promises.count + refused + 1)"
        let position = Bool.random(using: &random) ? nil : Int.random(in: 1...positions, using: &random)
        let local = RFC3339.text(start).dropLast()
        let appearance = PlannedAppearanceMessage(
            item: item, position: position, from: String(local), length: "\(Int.random(in: lives, using: &random))s",
            within: within == .zero ? nil : "\(within)")
        let asked = PlanChangeRequest(base: version, appearance: appearance, reason: "x")
        let tried = try WireJSON.decode(
            PlanTrialAnswer.self, try await server.postAsAdmin(Self.path + "/try", asked, key: nil).body)
        // What it costs others isn't accepted.
        let begins = tried.problems.filter { $0.text.hasPrefix("plan[\(promises.count)].") }.compactMap { problem in
            problem.text.firstMatch(of: /it begins at ([-0-9T:]+)/).flatMap { instant(String($0.1)) }
        }
        tries.append("at \(RFC3339.text(server.time.now)): \(appearance) \(tried.problems.map(\.text))")
        guard tried.isPossible, tried.problems.count == begins.count, begins.count < 2 else {
            refused += 1
            return
        }
        let made = try await server.postAsAdmin(Self.path, asked, key: nil)
        try #require(made.status == 200, "\(made.text)")
        version += 1
        promises.append(
            Promise(
                item: item, position: position.map { $0 - 1 },
                begins: begins.first.map { $0...$0 } ?? start...(start + within), isLate: !begins.isEmpty))
    }

    /// Whole minutes are told without seconds.
    private func instant(_ local: String) -> Instant? {
        RFC3339.instant(local + (local.count == "2027-01-15T08:00".count ? ":00Z" : "Z"))
    }

    private mutating func go(for span: TimeSpan) async throws {
        let end = server.time.now + span
        while server.time.now < end {
            await server.advance(to: min(end, server.time.now + .minutes(1)))
            shown.formUnion(server.engine.shelves["main"]?.listings.values.map(\.listing) ?? [])
        }
    }
}
