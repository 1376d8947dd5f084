package import ShelfClient

/// What one client exchanged with a server that is always right, from its start on: the same for every estimator.
///
/// It asks when the SDK's client would, which goes by what its own clock says.
package struct Trace: Sendable {
    package let clock: DeviceClock
    package let exchanges: [Exchange]

    /// The server's time when the client starts.
    package static let epochUs: Int64 = 1_800_000_000_000_000
    static let serverWorkUs: ClosedRange<Int64> = 20...200

    package init(link: Link, minutes: Int64, seed: UInt64) {
        var random = SplitMix(seed: seed)
        var scheduling: any RandomNumberGenerator & Sendable = random.fork()
        var way = Way(link: link, phaseUs: .random(in: 0..<90_000_000, using: &random), random: random.fork())
        let clock = DeviceClock(&random)
        var schedule = ExchangeSchedule()
        var estimate = ClockEstimate()
        var exchanges: [Exchange] = []
        var trueUs: Int64 = 0
        while trueUs < minutes * 60_000_000 {
            let exchange = way.exchange(at: &trueUs, by: clock)
            exchanges.append(exchange)
            estimate.add(exchange, at: exchange.receivedUs)
            let uncertaintyUs = estimate.reading(at: exchange.receivedUs).uncertaintyUs
            trueUs += schedule.succeeded(uncertaintyUs: uncertaintyUs, &scheduling)
        }
        self.clock = clock
        self.exchanges = exchanges
    }
}

/// The way to the server and back.
private struct Way {
    let link: Link
    let phaseUs: Int64
    var random: SplitMix

    /// - Parameter trueUs: when the request leaves; afterwards, when the answer is here.
    mutating func exchange(at trueUs: inout Int64, by clock: DeviceClock) -> Exchange {
        let sentUs = clock.localUs(at: trueUs)
        trueUs += link.up.draw(phaseUs: phaseUs + trueUs, &random)
        let serverReceivedUs = Trace.epochUs + trueUs
        trueUs += Int64.random(in: Trace.serverWorkUs, using: &random)
        let serverSentUs = Trace.epochUs + trueUs
        trueUs += link.down.draw(phaseUs: phaseUs + trueUs, &random)
        return Exchange(
            sentUs: sentUs, serverReceivedUs: serverReceivedUs, serverSentUs: serverSentUs,
            receivedUs: clock.localUs(at: trueUs), serverUncertaintyUs: 0, timeline: "t")
    }
}
