/// Random variation of delays, so that many clients don't do the same at the same moment.
enum Jitter {
    /// A random delay that differs from `us` by at most `percent`.
    static func spread(_ us: Int64, percent: Int64, _ random: inout any RandomNumberGenerator & Sendable) -> Int64 {
        Int64.random(in: us - us * percent / 100...us + us * percent / 100, using: &random)
    }

    /// A random delay around `firstUs`, doubled for each failure, up to `mostUs`.
    static func backoff(
        firstUs: Int64, mostUs: Int64, failures: Int, _ random: inout any RandomNumberGenerator & Sendable
    ) -> Int64 {
        spread(min(mostUs, firstUs << Int64(min(failures, 20))), percent: 25, &random)
    }
}
