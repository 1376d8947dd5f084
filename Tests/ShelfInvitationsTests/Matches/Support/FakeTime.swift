import ShelfClient
import Synchronization

/// A time that only waiting moves. While it stands still, a wait ends only when it is cancelled.
final class FakeTime: Sendable {
    private let state = Mutex((nowUs: Int64(1_000_000_000), waits: [Int64](), isStill: false))
    private let begun = AsyncStream.makeStream(of: Void.self)

    var nowUs: Int64 { state.withLock(\.nowUs) }
    /// How long each wait was, in microseconds.
    var waits: [Int64] { state.withLock(\.waits) }

    var local: LocalClock {
        LocalClock(nowUs: { self.nowUs }, wallUs: { self.nowUs }, sleep: { try await self.sleep(untilUs: $0) })
    }

    func pass(seconds: Int64) { state.withLock { $0.nowUs += seconds * 1_000_000 } }

    func standStill(_ isStill: Bool = true) { state.withLock { $0.isStill = isStill } }

    /// Returns once a wait has begun in a time that stands still.
    func waitIsUnderWay() async {
        for await _ in begun.stream { return }
    }

    private func sleep(untilUs: Int64) async throws {
        let isStill = state.withLock { state in
            state.waits.append(untilUs - state.nowUs)
            if !state.isStill { state.nowUs = max(state.nowUs, untilUs) }
            return state.isStill
        }
        guard isStill else { return }
        let (never, open) = AsyncStream.makeStream(of: Void.self)
        begun.continuation.yield()
        for await _ in never {}
        open.finish()
        throw CancellationError()
    }
}
