import ShelfModel

/// Times in which nothing comes through. What is sent then is sent again, later and later, as TCP does.
package struct Outages: Sendable {
    /// How long they last, in seconds.
    let seconds: ClosedRange<Double>
    /// How long it takes from one's end to the next one's begin, in seconds.
    let apartSeconds: ClosedRange<Double>

    /// The first pause before a packet is sent again; each further one is twice as long.
    static let againUs: Int64 = 400_000
    /// A request that takes longer has failed.
    static let patienceUs: Int64 = 5_000_000

    /// The outages of one client from its start on.
    func drawn(untilUs: Int64, _ random: inout SplitMix64) -> [Range<Int64>] {
        var (drawn, endUs): ([Range<Int64>], Int64) = ([], 0)
        while endUs < untilUs {
            let startUs = endUs + Int64(Double.random(in: apartSeconds, using: &random) * 1e6)
            endUs = startUs + Int64(Double.random(in: seconds, using: &random) * 1e6)
            drawn.append(startUs..<endUs)
        }
        return drawn
    }

    /// How long a packet waits that is sent first at `us`.
    static func waitUs(at us: Int64, in outages: [Range<Int64>]) -> Int64 {
        var (waitUs, againUs) = (Int64(0), againUs)
        while waitUs <= patienceUs, outages.contains(where: { $0.contains(us + waitUs) }) {
            waitUs += againUs
            againUs *= 2
        }
        return waitUs
    }
}
