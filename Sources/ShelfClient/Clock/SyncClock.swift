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
    private let local: LocalClock
    private let jumped: @Sendable () -> Void
    private let state: Mutex<State>

    /// The clocks are compared only when reading both took no longer than this.
    private static let apartUsAtMost: Int64 = 50_000

    private struct State {
        var estimate: ClockEstimate
        var last = ClockReading.unsynced
        var detector = JumpDetector()
        /// Jumps that were noticed here and not yet handed over by ``takeJumps()``.
        var jumps: [ClockJump] = []

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

    /// - Parameter jumped: called when a reading shows that the device's clocks have jumped.
    package init(local: LocalClock, jumped: @escaping @Sendable () -> Void = {}) {
        self.local = local
        self.jumped = jumped
        state = Mutex(State(estimate: ClockEstimate(granularityUs: local.granularityUs)))
    }

    /// The server's time, right now.
    public func reading() -> ClockReading {
        let (reading, hasJumped) = state.withLock { state in
            let (nowUs, hasJumped) = state.look(at: local)
            state.last = state.estimate.reading(at: nowUs).notBefore(state.last)
            return (state.last, hasJumped)
        }
        if hasJumped { jumped() }
        return reading
    }

    /// Checks the clocks, and hands over all jumps that were noticed since the last call.
    package func takeJumps() -> [ClockJump] {
        state.withLock { state in
            _ = state.look(at: local)
            defer { state.jumps = [] }
            return state.jumps
        }
    }

    /// Uses another estimate from now on. Jumps that have not been handed over yet are added to it.
    package func follow(_ estimate: ClockEstimate) {
        state.withLock { state in
            state.estimate = estimate
            for jump in state.jumps { state.estimate.doubt(jump) }
        }
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
