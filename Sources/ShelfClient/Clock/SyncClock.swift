import Synchronization

/// The server's time, to be read from any thread at any moment.
///
/// It reads this device's clock, applies the newest estimate, and never goes
/// back: of two readings, the later is not earlier.
///
///     let clock = store.clock
///     let now = clock.reading()
///     print("±\(now.uncertaintyUs / 1000) ms")
public final class SyncClock: Sendable {
    private let local: LocalClock
    private let state = Mutex(State())

    private struct State {
        var estimate = ClockEstimate()
        var last = ClockReading.unsynced
    }

    package init(local: LocalClock) {
        self.local = local
    }

    /// What the server's time is, right now.
    public func reading() -> ClockReading {
        state.withLock { state in
            let reading = state.estimate.reading(at: local.nowUs())
            state.last = reading.notBefore(state.last)
            return state.last
        }
    }

    /// Goes by another estimate from now on.
    package func follow(_ estimate: ClockEstimate) {
        state.withLock { $0.estimate = estimate }
    }
}

extension ClockReading {
    /// The same reading, standing still where `last` was already later, and that much less certain.
    fileprivate func notBefore(_ last: ClockReading) -> ClockReading {
        let backUs = last.nowUs - nowUs
        guard state != .unsynced, last.state != .unsynced, (1...Corridor.longestRoundTripUs).contains(backUs) else {
            return self
        }
        return ClockReading(nowUs: last.nowUs, uncertaintyUs: uncertaintyUs + backUs)
    }
}
