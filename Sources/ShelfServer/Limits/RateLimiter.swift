import Synchronization

/// Lets each key through so often a second, and for a moment four times that.
///
/// The generic cell rate algorithm (ITU-T I.371): each key has the instant at
/// which it will have used up what it was allowed, and nothing else.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    private let intervalUs: Int64
    private let burstUs: Int64
    private let spent = Mutex<[Key: Int64]>([:])

    /// More than this many at once are a crowd of made-up keys, or all of them are gone.
    private static var keysAtMost: Int { 200_000 }

    package init(perSecond rate: Int64) {
        intervalUs = 1_000_000 / rate
        burstUs = intervalUs * rate * 4
    }

    /// - Parameter nowUs: a time that never goes back.
    /// - Returns: `nil` when it may pass, else for how long to wait, in seconds rounded up.
    package func spend(_ key: Key, nowUs: Int64) -> Int64? {
        spent.withLock { spent in
            let until = max(spent[key] ?? nowUs, nowUs) + intervalUs
            guard until - nowUs <= burstUs else { return (until - nowUs - burstUs + 999_999) / 1_000_000 }
            if spent.count >= Self.keysAtMost { spent = spent.filter { $0.value > nowUs } }
            spent[key] = until
            return nil
        }
    }
}
