import NIOCore

/// Hands out requests until the time is over, and counts the answers. Of one event loop.
final class RushTally {
    private let plan: RushPlan
    private var requests: RushRequests
    private let fromUs = TrueTime.nowUs()
    private var sent: Int64 = 0
    private var tookUs: [Int64] = []
    private var others: [Int: Int] = [:]
    private var lastUs: Int64 = 0

    init(_ plan: RushPlan, tokens: [String]) {
        self.plan = plan
        requests = RushRequests(tokens: tokens, bodies: plan.bodies, isRandom: plan.isRandom)
        tookUs.reserveCapacity(1 << 20)
    }

    /// - Returns: the next request and when it is due, or `nil` when there is none any more.
    func next() -> (request: ByteBuffer, dueUs: Int64)? {
        let nowUs = TrueTime.nowUs()
        let dueUs = plan.rate > 0 ? fromUs + sent * 1_000_000 / plan.rate : nowUs
        guard max(nowUs, dueUs) < fromUs + plan.seconds * 1_000_000 else { return nil }
        sent += 1
        return (requests.next(), dueUs)
    }

    func note(status: Int, us: Int64) {
        lastUs = TrueTime.nowUs()
        if status == 200 { tookUs.append(us) } else { others[status, default: 0] += 1 }
    }

    func result(usedUs: Int64) -> RushResult {
        RushResult(sortedUs: tookUs.sorted(), others: others, elapsedUs: max(1, lastUs - fromUs), usedUs: usedUs)
    }
}
