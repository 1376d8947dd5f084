/// When to exchange time stamps: a burst to learn quickly, then seldom, and never in step with other players.
package struct ExchangeSchedule: Hashable, Sendable {
    private var done = 0
    private var failures = 0
    /// What the uncertainty was when it last changed by more than a little.
    private var lastUs = Int64.max
    /// How many of the steady exchanges in a row have taught nothing more.
    private var idle = 0

    static let burst = 8
    static let burstUs: ClosedRange<Int64> = 80_000...160_000
    static let early = 15
    static let earlyUs: Int64 = 4_000_000
    static let steadyUs: Int64 = 16_000_000
    static let restingUs: Int64 = 64_000_000
    static let idleAtMost = 16
    static let newsUs: Int64 = 1000
    static let retryUs: Int64 = 1_000_000
    static let retryMostUs: Int64 = 4_000_000

    package init() {}

    /// Whether the quick ones are over, which nothing may delay.
    var isSteady: Bool { done >= Self.burst }

    /// Whether all is asked for that is asked for at a beginning.
    var isSettled: Bool { done >= Self.burst + Self.early }

    /// Starts over with a burst: the network or the clock here may have changed.
    mutating func restart() {
        self = ExchangeSchedule()
    }

    /// How long to wait after an exchange that succeeded.
    ///
    /// - Parameter uncertaintyUs: what is left of it; when it stops narrowing there is little left to learn.
    package mutating func succeeded(
        uncertaintyUs: Int64, _ random: inout any RandomNumberGenerator & Sendable
    ) -> Int64 {
        failures = 0
        done += 1
        if done < Self.burst { return Int64.random(in: Self.burstUs, using: &random) }
        if done < Self.burst + Self.early { return Jitter.spread(Self.earlyUs, percent: 25, &random) }
        weigh(uncertaintyUs)
        return Jitter.spread(idle < Self.idleAtMost ? Self.steadyUs : Self.restingUs, percent: 25, &random)
    }

    /// How long to wait after one that failed: longer each time.
    mutating func failed(_ random: inout any RandomNumberGenerator & Sendable) -> Int64 {
        defer { failures += 1 }
        return Jitter.backoff(
            firstUs: Self.retryUs, mostUs: Self.retryMostUs, failures: failures, &random)
    }

    private mutating func weigh(_ uncertaintyUs: Int64) {
        guard abs(uncertaintyUs - lastUs) > Self.newsUs else { return idle += 1 }
        (lastUs, idle) = (uncertaintyUs, 0)
    }
}

/// Keeps a crowd from doing everything at the same moment.
enum Jitter {
    /// A random length of time around `us`.
    static func spread(_ us: Int64, percent: Int64, _ random: inout any RandomNumberGenerator & Sendable) -> Int64 {
        Int64.random(in: us - us * percent / 100...us + us * percent / 100, using: &random)
    }

    /// A random length around `firstUs`, doubled for each failure, up to `mostUs`.
    static func backoff(
        firstUs: Int64, mostUs: Int64, failures: Int, _ random: inout any RandomNumberGenerator & Sendable
    ) -> Int64 {
        spread(min(mostUs, firstUs << Int64(min(failures, 20))), percent: 25, &random)
    }
}
