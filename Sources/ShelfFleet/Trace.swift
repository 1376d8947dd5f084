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

/// The way to the server and back over a link.
private struct Way {
    let link: Link
    let phaseUs: Int64
    var random: SplitMix64

    /// - Parameter trueUs: when the request leaves. It is set to when the answer has come.
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
