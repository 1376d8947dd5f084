import Synchronization

/// The server's time, to be read from any thread at any moment.
///
/// It reads this device's clock, applies the newest estimate, and never goes
/// back: of two readings, the later is not earlier. Each reading also looks
/// whether the device's clocks have jumped, so none is given without the doubt.
///
///     let clock = store.clock
///     let now = clock.reading()
///     print("±\(now.uncertaintyUs / 1000) ms")
public final class SyncClock: Sendable {
    private let local: LocalClock
    private let jumped: @Sendable () -> Void
    private let state: Mutex<State>

    /// Two clocks that are read no farther apart in time than this are compared.
    private static let apartUsAtMost: Int64 = 50_000

    private struct State {
        var estimate: ClockEstimate
        var last = ClockReading.unsynced
        var detector = JumpDetector()
        /// Noticed here, but not yet known to who keeps the estimate.
        var jumps: [ClockJump] = []

        mutating func look(at local: LocalClock) -> (nowUs: Int64, hasJumped: Bool) {
            let beforeUs = local.nowUs()
            let wallUs = local.wallUs()
            let nowUs = local.nowUs()
            // Who is interrupted between two clocks sees them apart, though neither jumped.
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

    /// What the server's time is, right now.
    public func reading() -> ClockReading {
        let (reading, hasJumped) = state.withLock { state in
            let (nowUs, hasJumped) = state.look(at: local)
            state.last = state.estimate.reading(at: nowUs).notBefore(state.last)
            return (state.last, hasJumped)
        }
        if hasJumped { jumped() }
        return reading
    }

    /// Looks once more, and hands over all jumps that were noticed since the last time.
    package func takeJumps() -> [ClockJump] {
        state.withLock { state in
            _ = state.look(at: local)
            defer { state.jumps = [] }
            return state.jumps
        }
    }

    /// Goes by another estimate from now on, but for jumps that it can't know of yet.
    package func follow(_ estimate: ClockEstimate) {
        state.withLock { state in
            state.estimate = estimate
            for jump in state.jumps { state.estimate.doubt(jump) }
        }
    }
}

extension ClockReading {
    /// The same reading, standing still where `last` was already later, and that much less certain.
    fileprivate func notBefore(_ last: ClockReading) -> ClockReading {
        let backUs = last.nowUs - nowUs
        guard state != .unsynced, last.state != .unsynced, (1...Course.standingUsAtMost).contains(backUs) else {
            return self
        }
        var reading = self
        (reading.nowUs, reading.uncertaintyUs) = (last.nowUs, uncertaintyUs + backUs)
        return reading
    }
}
