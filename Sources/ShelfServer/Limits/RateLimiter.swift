import ShelfModel
import Synchronization

/// Limits how often each key may pass in a span of time, with bursts.
///
/// It is the generic cell rate algorithm (ITU-T I.371). For each key it stores only one instant: the one up to which
/// the key's requests have used its rate.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    private struct State {
        var intervalUs: Int64
        var burstUs: Int64
        var spent: [Key: Int64] = [:]
    }

    private let state: Mutex<State>

    /// With this many keys, those are removed whose instant has passed. They have their full allowance again, so
    /// forgetting them changes nothing.
    private static var keysAtMost: Int { 200_000 }

    package init(_ rate: Rate) {
        state = Mutex(State(intervalUs: rate.intervalUs, burstUs: rate.intervalUs * rate.atOnce))
    }

    /// Changes the rate. A key keeps the instant that it has used its rate up to.
    package func allow(_ rate: Rate) {
        state.withLock { ($0.intervalUs, $0.burstUs) = (rate.intervalUs, rate.intervalUs * rate.atOnce) }
    }

    /// - Parameter nowUs: a time that never goes back.
    /// - Returns: `nil` when it may pass, else for how long to wait, in seconds rounded up.
    package func spend(_ key: Key, nowUs: Int64) -> Int64? {
        state.withLock { state in
            let until = max(state.spent[key] ?? nowUs, nowUs) + state.intervalUs
            guard until - nowUs <= state.burstUs else {
                return (until - nowUs - state.burstUs + 999_999) / 1_000_000
            }
            if state.spent.count >= Self.keysAtMost { state.spent = state.spent.filter { $0.value > nowUs } }
            // If no instant has passed yet, remove all keys, because memory is limited.
            if state.spent.count >= Self.keysAtMost { state.spent = [:] }
            state.spent[key] = until
            return nil
        }
    }

    /// Takes back one pass, because what it was for didn't happen.
    package func giveBack(_ key: Key) {
        state.withLock { $0.spent[key]? -= $0.intervalUs }
    }
}

extension Rate {
    fileprivate var intervalUs: Int64 { span.milliseconds * 1000 / count }
}
