import ArgumentParser
import ShelfDatabase
import ShelfModel
import ShelfSQL
import ShelfSQLite
import ShelfTesting

/// `shelflife-bench numbers`: how long a day's hours take to close, and by how much purchases wait meanwhile.
struct SalesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "numbers",
        abstract: "Sells a day's purchases into a database on the disk, closes its hours, and asks for its numbers.")

    @Option(help: "How many purchases the day has.")
    var purchases = 1_000_000

    @Option(help: "How many players buy them.")
    var players = 100_000

    private static let day = Instant(milliseconds: 1_800_057_600_000)
    private static let positions = 80
    private static let listingSeconds = 240

    func validate() throws {
        guard purchases > 0, players > 0 else { throw ValidationError("--purchases and --players must be positive.") }
    }

    func run() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.file("shelflife.sqlite"))
        let known = try await signIn(to: database)
        let selling = try await measure { try await sell(to: known, in: database) }
        print("\(purchases) purchases by \(players) players, sold in \(selling)")
        try await close(known[0], in: database)
        for detail in SalesQuestion.Detail.allCases {
            let question = SalesQuestion(span: Self.day..<Self.day + .days(1), hours: 24, per: detail, limit: 10_001)
            var rows = 0
            let time = try await measure { rows = try await database.sales(question).sales.count }
            print("a day's numbers per \(detail): \(rows) rows in \(time)")
        }
        print("all that was ever sold, for Prometheus: \(try await measure { _ = try await database.totals() })")
    }

    private func signIn(to database: SQLiteDatabase) async throws -> [Int64] {
        var known: [Int64] = []
        for first in stride(from: 0, to: players, by: 1000) {
            let signIns = (first..<min(first + 1000, players)).map { number in
                DeviceSignIn(
                    credential: (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) },
                    gifts: ["coins": 1_000_000], token: [1], until: Self.day + .days(60), at: Self.day - .hours(1))
            }
            known += try await database.signIn(signIns).map(\.player)
        }
        return known
    }

    private func sell(to known: [Int64], in database: SQLiteDatabase) async throws {
        var random = SplitMix64(seed: 1)
        for first in stride(from: 0, to: purchases, by: 500) {
            let orders = (first..<min(first + 500, purchases)).map { number in
                let at = Self.day + .milliseconds(Int64(number) * 86_400_000 / Int64(purchases))
                return Self.order(of: known.randomElement(using: &random)!, number, at: at, using: &random)
            }
            _ = try await database.settle(orders)
        }
    }

    private static func order(
        of player: Int64, _ number: Int, at: Instant, using random: inout SplitMix64
    ) -> PurchaseOrder {
        let (position, seconds) = (Int.random(in: 0..<positions, using: &random), Int((at - day).wholeSeconds))
        let slot = seconds / listingSeconds * listingSeconds + 1
        return PurchaseOrder.any(
            player, "\(number)", item: "item-\((slot + position * 7) % 1870)", slot: slot * 100 + position, price: 10,
            at: at)
    }

    /// Closes all hours, while a player goes on buying.
    private func close(_ player: Int64, in database: SQLiteDatabase) async throws {
        let buying = Task {
            var waits: [Duration] = []
            while !Task.isCancelled {
                let order = PurchaseOrder.any(
                    player, "after \(waits.count)", price: 1, at: Self.day + .days(2))
                waits.append(try await measure { _ = try await database.settle([order]) })
            }
            return waits.sorted()
        }
        var hours: [Duration] = []
        var isMore = true
        while isMore {
            hours.append(
                try await measure { isMore = try await database.closeHour(now: Self.day + .days(1) + .minutes(1)) })
        }
        buying.cancel()
        let waits = try await buying.value
        hours.sort()
        print(
            """
            \(hours.count - 1) hours closed in \(hours.reduce(.zero, +)), the longest in \(hours.last ?? .zero)
            \(waits.count) purchases meanwhile, one after the other: median \(waits[waits.count / 2]), \
            the slowest \(waits.last ?? .zero)
            """)
    }

    private func measure(_ body: () async throws -> Void) async throws -> Duration {
        let began = ContinuousClock.now
        try await body()
        return ContinuousClock.now - began
    }
}
