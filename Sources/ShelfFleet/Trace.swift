package import ShelfClient
import ShelfModel

/// The exchanges of one client with a server whose clock is exact, from the client's start on.
///
/// Every estimator gets the same trace. The exchanges are as often as the SDK's client makes them by its own clock.
package struct Trace: Sendable {
    package let clock: DeviceClock
    package let exchanges: [Exchange]

    /// The server's time when the client starts.
    package static let epochUs: Int64 = 1_800_000_000_000_000
    static let serverWorkUs: ClosedRange<Int64> = 20...200

    package init(link: Link, minutes: Int64, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var scheduling: any RandomNumberGenerator & Sendable = random.fork()
        var way = Way(link: link, minutes: minutes, seed: seed, &random)
        let clock = DeviceClock(link.quartz, &random)
        var schedule = ExchangeSchedule()
        var estimate = ClockEstimate()
        var exchanges: [Exchange] = []
        var trueUs: Int64 = 0
        while trueUs < minutes * 60_000_000 {
            guard let exchange = way.exchange(at: &trueUs, by: clock) else {
                trueUs += schedule.failed(&scheduling)
                continue
            }
            exchanges.append(exchange)
            estimate.add(exchange, at: exchange.receivedUs)
            let uncertaintyUs = estimate.reading(at: exchange.receivedUs).uncertaintyUs
            trueUs += schedule.succeeded(uncertaintyUs: uncertaintyUs, &scheduling)
        }
        self.clock = clock
        self.exchanges = exchanges
    }
}

/// The way to the server and back over a link.
private struct Way {
    let link: Link
    let phaseUs: Int64
    let seed: UInt64
    let outages: [Range<Int64>]
    var random: SplitMix64

    init(link: Link, minutes: Int64, seed: UInt64, _ random: inout SplitMix64) {
        self.link = link
        self.seed = ~seed
        phaseUs = .random(in: 0..<link.roundUs, using: &random)
        self.random = random.fork()
        var other = SplitMix64(seed: ~seed)
        outages = link.outages?.drawn(untilUs: minutes * 60_000_000, &other) ?? []
    }

    /// - Parameter trueUs: when the request leaves. It is set to when the answer has come, or when none was waited for
    ///   any longer.
    mutating func exchange(at trueUs: inout Int64, by clock: DeviceClock) -> Exchange? {
        let startUs = trueUs
        trueUs += delayUs(link.up, at: trueUs)
        let serverReceivedUs = Trace.epochUs + trueUs
        trueUs += Int64.random(in: Trace.serverWorkUs, using: &random)
        let serverSentUs = Trace.epochUs + trueUs
        trueUs += delayUs(link.down, at: trueUs)
        guard trueUs - startUs <= Outages.patienceUs else {
            trueUs = startUs + Outages.patienceUs
            return nil
        }
        return Exchange(
            sentUs: clock.localUs(at: startUs), serverReceivedUs: serverReceivedUs, serverSentUs: serverSentUs,
            receivedUs: clock.localUs(at: trueUs), serverUncertaintyUs: 0, timeline: "t")
    }

    private mutating func delayUs(_ delay: Delay, at trueUs: Int64) -> Int64 {
        let waitUs = Outages.waitUs(at: trueUs, in: outages)
        return waitUs + delay.draw(at: Moment(trueUs: trueUs + waitUs, phaseUs: phaseUs, seed: seed), &random)
    }
}
