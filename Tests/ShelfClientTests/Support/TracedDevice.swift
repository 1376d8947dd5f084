import ShelfClient
import ShelfModel

/// A device, a server and the ways between them, all in whole microseconds: a seed gives the same trace everywhere.
struct TracedDevice {
    /// How long packets take in one direction.
    struct Way {
        var leastUs: Int64 = 0
        /// The mean of what is added to every packet.
        var moreUs: Int64 = 0
        /// The mean of what is added to one packet of a number.
        var spikeUs: Int64 = 0
        var spikeEvery = 20
    }

    var up: Way
    var down: Way
    var granularityUs: Int64 = 1
    var serverUncertaintyUs: Int64 = 0
    var timeline = "t"
    private(set) var localUs: Int64
    private(set) var events: [ClockEvent] = []
    private var random: SplitMix64
    private var asked = 0
    private var ratePpb: Int64
    /// How far the server was ahead at `sinceUs`.
    private var aheadUs: Int64
    private var sinceUs: Int64

    static let serverUs: Int64 = 1_800_000_000_000_000

    /// - Parameter ratePpm: how much faster the server's clock runs than the one here.
    init(up: Way, down: Way, ratePpm: Int64, seed: UInt64, localUs: Int64? = nil) {
        random = SplitMix64(seed: seed)
        self.localUs = localUs ?? .random(in: 0...1_000_000_000_000, using: &random)
        (self.up, self.down, ratePpb) = (up, down, ratePpm * 1000)
        (aheadUs, sinceUs) = (Self.serverUs - self.localUs, self.localUs)
    }

    /// Exchanges as often as a client does: first a burst, then some four seconds apart, then sixteen.
    mutating func ask(_ count: Int) {
        for _ in 0..<count {
            asked += 1
            let usual: ClosedRange<Int64> = asked < 9 ? 80_000...160_000 : 3_200_000...4_800_000
            ask(1, everyUs: asked < 24 ? usual : 12_000_000...20_000_000)
        }
    }

    mutating func ask(_ count: Int, everyUs: ClosedRange<Int64>) {
        for _ in 0..<count {
            localUs += .random(in: everyUs, using: &random)
            let exchange = exchange()
            events.append(.exchange(exchange))
            localUs = max(localUs, exchange.receivedUs)
        }
    }

    /// A wide exchange, during which a quick one comes and goes.
    mutating func askTwice(wideUs: Int64) {
        let wide = stamped(sentUs: localUs, upUs: wideUs, downUs: wideUs)
        ask(1, everyUs: wideUs / 2...wideUs)
        events.append(.exchange(wide))
        localUs = max(localUs, wide.receivedUs)
    }

    /// An exchange with other stamps than were taken.
    mutating func ask(_ change: (inout [Int64]) -> Void) {
        var stamps = exchange().stamps
        change(&stamps)
        events.append(.exchange(Exchange(stamps: stamps, timeline: timeline)))
    }

    /// A key of a chain of whole seconds, released a little before.
    mutating func push(lateUs: Int64) {
        let reachedUs = (localUs + ahead(at: localUs)) / 1_000_000 * 1_000_000
        localUs += reachedUs + 1_000_000 + lateUs - (localUs + ahead(at: localUs))
        events.append(.key(reached: Instant(milliseconds: reachedUs / 1000 + 1000), atUs: localUs))
    }

    /// A while later the wall clock moves ahead of the clock here, because that one was set or this one stood still.
    mutating func jump(byUs: Int64, isHere: Bool) {
        localUs += 300_000
        events.append(.jump(ClockJump(byUs: byUs, sinceUs: localUs, noticedUs: localUs + 1000)))
        localUs += 1000
        if isHere { shift(byUs: byUs) }
    }

    mutating func shift(byUs: Int64) {
        aheadUs += byUs
    }

    mutating func run(ratePpm: Int64) {
        (aheadUs, sinceUs, ratePpb) = (ahead(at: localUs), localUs, ratePpm * 1000)
    }

    private func ahead(at us: Int64) -> Int64 {
        aheadUs + (us - sinceUs) * ratePpb / 1_000_000_000
    }

    private mutating func exchange() -> Exchange {
        stamped(sentUs: localUs, upUs: delay(up), downUs: delay(down))
    }

    private mutating func stamped(sentUs: Int64, upUs: Int64, downUs: Int64) -> Exchange {
        let readUs = sentUs + upUs
        let writtenUs = readUs + .random(in: 20...200, using: &random)
        let receivedUs = writtenUs + downUs
        return Exchange(
            sentUs: sentUs / granularityUs * granularityUs, serverReceivedUs: readUs + ahead(at: readUs),
            serverSentUs: writtenUs + ahead(at: writtenUs), receivedUs: receivedUs / granularityUs * granularityUs,
            serverUncertaintyUs: serverUncertaintyUs, timeline: timeline)
    }

    private mutating func delay(_ way: Way) -> Int64 {
        let isSpike = Int.random(in: 0..<way.spikeEvery, using: &random) == 0
        return way.leastUs + skewed(way.moreUs) + (isSpike ? skewed(way.spikeUs) : 0)
    }

    /// Between nothing and four times the mean, rather little.
    private mutating func skewed(_ mean: Int64) -> Int64 {
        .random(in: 0...2 * mean, using: &random) * .random(in: 0...2000, using: &random) / 1000
    }
}
