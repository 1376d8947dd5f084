import NIOCore

/// Hands out requests until the time is over, and counts the answers. Of one event loop.
final class RushTally {
    private var requests: RushRequests
    private let fromUs: Int64
    private let untilUs: Int64
    private let rate: Int
    private var sent = 0
    private var tookUs: [Int64] = []
    private var others: [Int: Int] = [:]
    private var lastUs: Int64 = 0

    init(requests: RushRequests, seconds: Int64, rate: Int) {
        self.requests = requests
        self.rate = rate
        fromUs = TrueTime.nowUs()
        untilUs = fromUs + seconds * 1_000_000
        tookUs.reserveCapacity(1 << 20)
    }

    func next() -> ByteBuffer? {
        guard TrueTime.nowUs() < untilUs else { return nil }
        sent += 1
        return requests.next()
    }

    func note(status: Int, us: Int64) {
        lastUs = TrueTime.nowUs()
        if status == 200 { tookUs.append(us) } else { others[status, default: 0] += 1 }
    }

    func result(usedUs: Int64) -> RushResult {
        RushResult(sortedUs: tookUs.sorted(), others: others, elapsedUs: max(1, lastUs - fromUs), usedUs: usedUs)
    }
}
