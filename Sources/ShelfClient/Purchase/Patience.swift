/// How long to wait before the same is sent to the server again: longer each time, and as long as it says.
struct Patience: Sendable {
    private var random: any RandomNumberGenerator & Sendable
    private var failures = 0

    private static let retryUs: Int64 = 500_000
    private static let retryMostUs: Int64 = 30_000_000
    /// No server needs to be left alone for longer, whatever it says.
    private static let secondsAtMost: Int64 = 300

    init(random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
        self.random = random
    }

    /// - Parameter seconds: for how long the server wants to be left alone.
    /// - Returns: until when to wait.
    mutating func wait(seconds: Int64, at localUs: Int64) -> Int64 {
        let asked = min(max(seconds, 0), Self.secondsAtMost) * 1_000_000
        let backoff = Jitter.backoff(
            firstUs: Self.retryUs, mostUs: Self.retryMostUs, failures: failures, &random)
        failures += 1
        // Whoever was told to wait comes later than that, and not all at once.
        return localUs + asked + (asked > 0 ? min(backoff, asked) : backoff)
    }
}
