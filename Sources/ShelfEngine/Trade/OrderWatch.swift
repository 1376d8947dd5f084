package import ShelfDatabase
import ShelfModel
import Synchronization

/// Knows whether orders can be judged, and if not, why: by asking the database every two seconds, and by what became of
/// the orders themselves.
package final class OrderWatch: Sendable {
    private struct State {
        var askedAt = Instant.distantPast
        /// Why the database didn't answer when it was last asked.
        var unreachable: String?
        /// Why orders couldn't be written, and when that was last seen.
        var unwritten: (why: String, at: Instant)?
        /// How many writes of any kind the disk hadn't taken when it was last asked.
        var refusedByDisk = 0
    }

    private let database: any TradeDatabase
    private let timeline: Timeline
    private let errors: DatabaseErrors
    private let counters: EngineCounters
    private let state = Mutex(State())

    /// The database is asked this often.
    private static let interval = TimeSpan.seconds(2)
    /// A full disk is seen by real writes alone, and without orders nobody sees that there is room again. So what failed
    /// counts for this long.
    private static let memory = TimeSpan.minutes(1)

    /// - Parameter errors: the database's. Where its disk takes no writes, no order would be written either.
    package init(
        database: any TradeDatabase, errors: DatabaseErrors = DatabaseErrors(), timeline: Timeline,
        counters: EngineCounters
    ) {
        (self.database, self.errors, self.timeline, self.counters) = (database, errors, timeline, counters)
    }

    /// Why no orders are taken; `nil` when they are.
    package var fault: String? {
        let now = timeline.earliest
        return state.withLock { state in
            if let unreachable = state.unreachable { return unreachable }
            return state.unwritten.flatMap { now - $0.at < Self.memory ? $0.why : nil }
        }
    }

    /// Asks the database, if it wasn't asked in the last two seconds.
    package func ask() async {
        let now = timeline.earliest
        let isDue = state.withLock { state in
            guard now - state.askedAt >= Self.interval else { return false }
            state.askedAt = now
            return true
        }
        guard isDue else { return }
        let refused = errors[.full] + errors[.readOnly]
        state.withLock { state in
            if refused > state.refusedByDisk {
                state.unwritten = ("the database's disk takes no writes: it is full, or can only be read", now)
            }
            state.refusedByDisk = refused
        }
        do {
            try await database.checkOrders()
            state.withLock { $0.unreachable = nil }
        } catch is CancellationError {
        } catch {
            state.withLock { $0.unreachable = "\(error)" }
        }
    }

    /// Judges a batch of orders, notes what came of it, and counts it.
    func settle(
        _ orders: [PurchaseOrder], onJudged: @escaping @Sendable () -> Void
    ) async throws -> [PurchaseAnswer] {
        let begunUs = timeline.nowUs()
        defer {
            counters.count(.batchedOrders, orders.count)
            counters.batches.count(us: timeline.nowUs() - begunUs)
        }
        do {
            let answers = try await database.settle(orders, onJudged: onJudged)
            state.withLock { ($0.unreachable, $0.unwritten) = (nil, nil) }
            return answers
        } catch {
            let now = timeline.earliest
            // Whether a lost connection is there again, the next question shows.
            if !(error is DatabaseLost) { state.withLock { $0.unwritten = ("\(error)", now) } }
            throw error
        }
    }
}
