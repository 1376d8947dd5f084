/// When to exchange time stamps: often at first, then rarely, and at random moments so that a crowd spreads.
package struct ExchangeSchedule: Hashable, Sendable {
    private var done = 0
    private var failures = 0
    /// The uncertainty when it last changed by more than ``newsUs``.
    private var lastUs = Int64.max
    /// How many steady exchanges in a row have not changed the uncertainty.
    private var idle = 0

    /// How many exchanges the burst at the beginning has.
    static let burst = 8
    /// The pause between two exchanges of the burst, drawn at random.
    static let burstUs: ClosedRange<Int64> = 80_000...160_000
    /// How many early exchanges follow the burst.
    static let early = 15
    /// The pause between two early exchanges, give or take a quarter, as the following pauses.
    static let earlyUs: Int64 = 4_000_000
    /// The pause between two steady exchanges, which follow the early ones.
    static let steadyUs: Int64 = 16_000_000
    /// The pause once ``idleAtMost`` steady exchanges in a row have taught nothing.
    static let restingUs: Int64 = 64_000_000
    static let idleAtMost = 16
    /// An exchange has taught something when the uncertainty changed by more than this.
    static let newsUs: Int64 = 1000
    /// The pause after a first failed exchange; each further one doubles it.
    static let retryUs: Int64 = 1_000_000
    /// The longest pause after a failed exchange.
    static let retryMostUs: Int64 = 4_000_000

    package init() {}

    /// Whether the burst is over. Nothing may delay the exchanges of the burst.
    var isSteady: Bool { done >= Self.burst }

    /// Whether the burst and the early exchanges are over.
    var isSettled: Bool { done >= Self.burst + Self.early }

    /// Starts over with a burst, because the network or this device's clock may have changed.
    mutating func restart() {
        self = ExchangeSchedule()
    }

    /// The pause after an exchange that succeeded, in microseconds.
    ///
    /// - Parameter uncertaintyUs: the uncertainty after it. When this stops changing, there is little left to learn.
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

    /// The pause after an exchange that failed, in microseconds: longer each time.
    package mutating func failed(_ random: inout any RandomNumberGenerator & Sendable) -> Int64 {
        defer { failures += 1 }
        return Jitter.backoff(
            firstUs: Self.retryUs, mostUs: Self.retryMostUs, failures: failures, &random)
    }

    private mutating func weigh(_ uncertaintyUs: Int64) {
        guard abs(uncertaintyUs - lastUs) > Self.newsUs else { return idle += 1 }
        (lastUs, idle) = (uncertaintyUs, 0)
    }
}
