import Synchronization

/// The server's time, to be read from any thread at any moment.
///
/// It reads this device's clock and applies the newest estimate. Readings never go back. Each reading also checks
/// whether the device's clocks have jumped, and if so, its uncertainty includes the jump.
///
///     let clock = store.clock
///     let now = clock.reading()
///     print("±\(now.uncertaintyUs / 1000) ms")
public final class SyncClock: Sendable {
    let local: LocalClock
    private let state: Mutex<State>

    /// The clocks are compared only when reading both took no longer than this.
    private static let apartUsAtMost: Int64 = 50_000

    private struct State {
        var estimate: ClockEstimate
        var last = ClockReading.unsynced
        var detector = JumpDetector()
        /// Jumps that were noticed here and not yet handed over by ``takeJumps()``.
        var jumps: [ClockJump] = []
        var jumped: @Sendable () -> Void = {}
        /// Those who wait in ``confirmed(withinUs:)``, by number.
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
        var waited = 0

        mutating func look(at local: LocalClock) -> (nowUs: Int64, hasJumped: Bool) {
            let beforeUs = local.nowUs()
            let wallUs = local.wallUs()
            let nowUs = local.nowUs()
            // When the process is interrupted between the two readings, they differ though neither clock jumped.
            guard nowUs - beforeUs <= SyncClock.apartUsAtMost,
                let jump = detector.look(nowUs: nowUs, wallUs: wallUs)
            else { return (nowUs, false) }
            estimate.doubt(jump)
            jumps.append(jump)
            return (nowUs, true)
        }
    }

    package init(local: LocalClock) {
        self.local = local
        state = Mutex(State(estimate: ClockEstimate(granularityUs: local.granularityUs)))
    }

    /// The server's time, right now.
    public func reading() -> ClockReading {
        let (reading, jumped) = state.withLock { state in
            let (nowUs, hasJumped) = state.look(at: local)
            state.last = state.estimate.reading(at: nowUs).notBefore(state.last)
            return (state.last, hasJumped ? state.jumped : {})
        }
        jumped()
        return reading
    }

    /// Waits until an exchange has confirmed the time, and returns a reading.
    ///
    /// - Parameter us: how long to wait at most, in microseconds. After that the reading is as unsure as before.
    /// - Throws: `CancellationError` when the task is cancelled.
    package func confirmed(withinUs us: Int64) async throws -> ClockReading {
        let (news, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield()
        let number = state.withLock { state in
            state.waited += 1
            state.waiting[state.waited] = continuation
            return state.waited
        }
        let endUs = local.nowUs() + us
        let alarm = Task {
            try? await local.sleep(untilUs: endUs)
            continuation.finish()
        }
        defer {
            alarm.cancel()
            state.withLock { $0.waiting[number] = nil }
        }
        for await _ in news where reading().isConfirmed { break }
        try Task.checkCancellation()
        return reading()
    }

    /// - Parameter jumped: called from now on when a reading shows that the device's clocks have jumped.
    package func onJump(_ jumped: @escaping @Sendable () -> Void) {
        state.withLock { $0.jumped = jumped }
    }

    /// Checks the clocks, and hands over all jumps that were noticed since the last call.
    package func takeJumps() -> [ClockJump] {
        state.withLock { state in
            _ = state.look(at: local)
            defer { state.jumps = [] }
            return state.jumps
        }
    }

    /// Uses another estimate from now on, unless that knows nothing. Jumps that have not been handed over yet are added
    /// to it.
    package func follow(_ estimate: ClockEstimate) {
        let waiting = state.withLock { state in
            guard estimate.offsetUs != nil else { return state.waiting.values }
            state.estimate = estimate
            for jump in state.jumps { state.estimate.doubt(jump) }
            return state.waiting.values
        }
        for continuation in waiting { continuation.yield() }
    }
}

extension ClockReading {
    /// This reading, or when `last` was already later, the time of `last` with an uncertainty larger by the difference.
    fileprivate func notBefore(_ last: ClockReading) -> ClockReading {
        let backUs = last.nowUs - nowUs
        guard state != .unsynced, last.state != .unsynced, (1...ClockSlew.standingUsAtMost).contains(backUs) else {
            return self
        }
        var reading = self
        (reading.nowUs, reading.uncertaintyUs) = (last.nowUs, uncertaintyUs + backUs)
        return reading
    }
}
