/// How long to wait before a request is sent again: twice as long after each failure, and at least as long as the
/// server asks for.
package struct RetryDelays: Sendable {
    private var random: any RandomNumberGenerator & Sendable
    private var failures = 0

    /// The delay after the first failure, give or take a quarter.
    static let firstUs: Int64 = 500_000
    /// The longest delay, give or take a quarter, unless the server asks for more.
    static let mostUs: Int64 = 30_000_000
    /// A server that asks to be left alone for longer than this is asked again after this time.
    static let serverSecondsAtMost: Int64 = 300

    package init(random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
        self.random = random
    }

    /// The delay after one more failure, in microseconds.
    ///
    /// - Parameter seconds: how long the server asks to be left alone (`Retry-After`); 0 when it doesn't ask.
    package mutating func nextUs(serverSeconds seconds: Int64) -> Int64 {
        let askedUs = min(max(seconds, 0), Self.serverSecondsAtMost) * 1_000_000
        let backoffUs = Jitter.backoff(firstUs: Self.firstUs, mostUs: Self.mostUs, failures: failures, &random)
        failures += 1
        // All clients get the same Retry-After, so each comes back a random while after it.
        return askedUs + (askedUs > 0 ? min(backoffUs, askedUs) : backoffUs)
    }
}
