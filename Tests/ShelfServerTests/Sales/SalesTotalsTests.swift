import ShelfDatabase
import ShelfModel
import ShelfServer
import ShelfTesting
import Synchronization
import Testing

@Suite struct `Totals for Prometheus` {
    @Test func `are counted once for all who ask meanwhile`() async throws {
        let counts = Counts()
        let totals = SalesTotals(count: counts.count, now: { counts.now })
        let first = Task { try await totals.figures() }
        await counts.untilBegun()
        let others = (0..<5).map { _ in Task.immediate { try await totals.figures() } }
        counts.end()
        for asking in [first] + others { #expect(try await asking.value == counts.figures(1)) }
        #expect(counts.number == 1)
    }

    @Test func `that took long to count are kept for ten times as long`() async throws {
        let counts = Counts(taking: .seconds(3))
        let totals = SalesTotals(count: counts.count, now: { counts.now })
        #expect(try await totals.figures() == counts.figures(1))
        counts.now += .milliseconds(29_999)
        #expect(try await totals.figures() == counts.figures(1))
        counts.now += .milliseconds(1)
        #expect(try await totals.figures() == counts.figures(2))
    }

    @Test func `are kept for five minutes at most, however long the machine slept meanwhile`() async throws {
        let counts = Counts(taking: .seconds(28_800))
        let totals = SalesTotals(count: counts.count, now: { counts.now })
        #expect(try await totals.figures() == counts.figures(1))
        counts.now += .seconds(300)
        #expect(try await totals.figures() == counts.figures(2))
    }

    @Test func `that were counted quickly are counted anew`() async throws {
        let counts = Counts(taking: .milliseconds(99))
        let totals = SalesTotals(count: counts.count, now: { counts.now })
        #expect(try await totals.figures() == counts.figures(1))
        #expect(try await totals.figures() == counts.figures(2))
    }

    @Test func `are counted again after a failure`() async throws {
        let counts = Counts(taking: .seconds(3))
        let totals = SalesTotals(count: counts.count, now: { counts.now })
        counts.fails = true
        await #expect(throws: DatabaseBusy.self) { try await totals.figures() }
        counts.fails = false
        #expect(try await totals.figures() == counts.figures(2))
    }
}

/// Counts that tell which one they are, in virtual time.
private final class Counts: Sendable {
    private struct State {
        var now = ContinuousClock.now
        var number: Int64 = 0
        var fails = false
        var begun: CheckedContinuation<Void, Never>?
        var ended: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    /// `nil` if the first count ends when the test says so.
    private let duration: Duration?

    init(taking duration: Duration? = nil) { self.duration = duration }

    var now: ContinuousClock.Instant {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }

    var fails: Bool {
        get { state.withLock { $0.fails } }
        set { state.withLock { $0.fails = newValue } }
    }

    var number: Int64 { state.withLock { $0.number } }

    func figures(_ number: Int64) -> SalesFigures {
        SalesFigures(players: [SalesFigures.Players(at: Trade.noon, new: number, active: 0)])
    }

    func count() async throws -> SalesFigures {
        let number = state.withLock { state in
            state.number += 1
            state.now += duration ?? .zero
            return state.number
        }
        if duration == nil, number == 1 {
            await withCheckedContinuation { ended in
                state.withLock { state in
                    state.ended = ended
                    state.begun?.resume()
                    state.begun = nil
                }
            }
        }
        if fails { throw DatabaseBusy(limit: .seconds(2)) }
        return figures(number)
    }

    func untilBegun() async {
        await withCheckedContinuation { begun in
            state.withLock { state in
                if state.ended != nil { begun.resume() } else { state.begun = begun }
            }
        }
    }

    func end() { state.withLock { $0.ended }?.resume() }
}
