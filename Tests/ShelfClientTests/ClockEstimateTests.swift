import ShelfClient
import ShelfModel
import Testing

@Suite struct `The clock` {
    /// A server `aheadUs` ahead of a device, whose clock runs too fast by some millionths.
    struct Pair {
        var aheadUs: Int64 = 1_700_000_000_000_000
        var driftPerMillion: Int64 = 0
        var timeline = "t"
        var serverErrorUs: Int64 = 0
        var serverUncertaintyUs: Int64 = 0

        /// The true time when the device's clock says `localUs`.
        func truth(_ localUs: Int64) -> Int64 {
            localUs + aheadUs - localUs * driftPerMillion / 1_000_000
        }

        func exchange(at sentUs: Int64, thereUs: Int64, backUs: Int64, workUs: Int64 = 100) -> Exchange {
            let receivedUs = sentUs + thereUs + workUs + backUs
            return Exchange(
                sentUs: sentUs, serverReceivedUs: truth(sentUs + thereUs) + serverErrorUs,
                serverSentUs: truth(sentUs + thereUs + workUs) + serverErrorUs, receivedUs: receivedUs,
                serverUncertaintyUs: serverUncertaintyUs, timeline: timeline)
        }
    }

    @Test func `knows nothing before the first exchange`() {
        let reading = ClockEstimate().reading(at: 5)
        #expect(reading.state == .unsynced)
        #expect(reading.now == nil)
        #expect(reading.earliest < Instant(milliseconds: 0))
        #expect(reading.latest > Instant(milliseconds: 1 << 52))
    }

    @Test func `takes the middle of the corridor and promises half of it`() {
        var clock = ClockEstimate()
        let exchange = Exchange(
            sentUs: 1000, serverReceivedUs: 51_000, serverSentUs: 51_100, receivedUs: 11_100, serverUncertaintyUs: 40,
            timeline: "t")
        clock.add(exchange, at: 11_100)
        let reading = clock.reading(at: 11_100)
        #expect(reading.nowUs == 11_100 + 45_000)
        // Half of 10 000, 1 for the stamps, 4 for a drift of 300 ppm in 10.1 ms, 40 of the server, 1 for this stamp.
        #expect(reading.uncertaintyUs == 5001 + 4 + 40 + 1)
        #expect(clock.reading(at: 10_011_100).uncertaintyUs == 5001 + 3004 + 40 + 1)
    }

    @Test(arguments: 0..<40) func `always holds the truth within its uncertainty`(seed: UInt64) {
        var random = SeededGenerator(seed)
        let errorUs = Int64.random(in: -20_000...20_000, using: &random)
        let pair = Pair(
            driftPerMillion: .random(in: -299...299, using: &random), serverErrorUs: errorUs,
            serverUncertaintyUs: abs(errorUs))
        var clock = ClockEstimate()
        var localUs: Int64 = .random(in: 0...1_000_000_000, using: &random)
        var last: Int64 = 0
        for _ in 0..<250 {
            let slow: Int64 = Bool.random(using: &random) ? 900_000 : 20_000
            let exchange = pair.exchange(
                at: localUs, thereUs: .random(in: 50...slow, using: &random),
                backUs: .random(in: 50...20_000, using: &random), workUs: .random(in: 0...5000, using: &random))
            localUs = exchange.receivedUs + Int64.random(in: 0...3000, using: &random)
            let isTaken = clock.add(exchange, at: localUs)
            #expect(isTaken)
            for _ in 0..<4 {
                let reading = clock.reading(at: localUs)
                #expect(abs(reading.nowUs - pair.truth(localUs)) <= reading.uncertaintyUs)
                #expect(reading.nowUs >= last)
                last = reading.nowUs
                localUs += Int64.random(in: 0...20_000_000, using: &random)
            }
        }
    }

    @Test func `goes by the narrowest exchange, however late a wider one comes`() {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        let before = clock.reading(at: 100_000)
        clock.add(pair.exchange(at: 50_000, thereUs: 1000, backUs: 30_000), at: 81_100)
        #expect(clock.reading(at: 100_000) == before)
    }

    @Test func `forgets what is over ten minutes old`() {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        let late: Int64 = 601_000_000
        clock.add(pair.exchange(at: late, thereUs: 200_000, backUs: 200_000), at: late + 400_100)
        #expect(clock.reading(at: late + 400_100).uncertaintyUs > 200_000)
    }

    @Test func `stands still rather than go back`() {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 90_000, backUs: 10_000), at: 100_100)
        let ahead = clock.reading(at: 200_000)
        clock.add(pair.exchange(at: 199_000, thereUs: 400, backUs: 400), at: 200_000)
        let held = clock.reading(at: 200_000)
        #expect(held.nowUs == ahead.nowUs, "the first estimate was 40 ms ahead of the truth")
        #expect(held.nowUs - held.uncertaintyUs <= pair.truth(200_000))
        #expect(clock.reading(at: 215_000).nowUs == held.nowUs)
        #expect(clock.reading(at: 300_000).nowUs > held.nowUs)
    }

    @Test(arguments: [
        Exchange(
            sentUs: 10, serverReceivedUs: 50, serverSentUs: 50, receivedUs: 9, serverUncertaintyUs: 0, timeline: "t"),
        Exchange(
            sentUs: 10, serverReceivedUs: 50, serverSentUs: 49, receivedUs: 90, serverUncertaintyUs: 0, timeline: "t"),
        Exchange(
            sentUs: 10, serverReceivedUs: 50, serverSentUs: 150, receivedUs: 90, serverUncertaintyUs: 0, timeline: "t"),
        Exchange(
            sentUs: 10, serverReceivedUs: 50, serverSentUs: 50, receivedUs: 10_000_011, serverUncertaintyUs: 0,
            timeline: "t"),
        Exchange(
            sentUs: 10, serverReceivedUs: 50, serverSentUs: 50, receivedUs: 90, serverUncertaintyUs: -1, timeline: "t"),
        Exchange(
            sentUs: 10, serverReceivedUs: .min, serverSentUs: .max, receivedUs: 90, serverUncertaintyUs: 0,
            timeline: "t"),
        Exchange(
            sentUs: 10, serverReceivedUs: 50, serverSentUs: 50, receivedUs: 90, serverUncertaintyUs: .max, timeline: "t"
        ),
    ]) func `refuses stamps that can't be true`(exchange: Exchange) {
        var clock = ClockEstimate()
        clock.add(Pair().exchange(at: 0, thereUs: 5, backUs: 5), at: 110)
        let before = clock
        let isTaken = clock.add(exchange, at: 20_000_000)
        #expect(!isTaken)
        #expect(clock == before)
    }

    @Test func `starts afresh on another timeline`() {
        var clock = ClockEstimate()
        clock.add(Pair().exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        let other = Pair(aheadUs: 1_600_000_000_000_000, timeline: "u")
        clock.add(other.exchange(at: 10_000, thereUs: 40_000, backUs: 40_000), at: 90_100)
        let reading = clock.reading(at: 90_100)
        #expect(abs(reading.nowUs - other.truth(90_100)) <= reading.uncertaintyUs)
        #expect(reading.uncertaintyUs > 40_000, "the narrow exchange of the old timeline says nothing any more")
    }

    @Test func `drops what contradicts a newer exchange`() {
        var clock = ClockEstimate()
        clock.add(Pair().exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        let after = Pair(aheadUs: Pair().aheadUs + 5_000_000)
        clock.add(after.exchange(at: 10_000, thereUs: 40_000, backUs: 40_000), at: 90_100)
        let reading = clock.reading(at: 90_100)
        #expect(abs(reading.nowUs - after.truth(90_100)) <= reading.uncertaintyUs)
    }

    @Test func `doubts itself after a jump, until it is told anew`() {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        clock.doubt(byUs: 400_000)
        #expect(clock.reading(at: 2100).state == .coarse)
        clock.add(pair.exchange(at: 10_000, thereUs: 1000, backUs: 1000), at: 12_100)
        #expect(clock.reading(at: 12_100).state == .synced)
    }

    @Test func `says when it will be some instant`() throws {
        var clock = ClockEstimate()
        #expect(clock.localUs(of: Instant(milliseconds: 5)) == nil)
        clock.add(Pair().exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        let instant = Instant(milliseconds: 1_700_000_000_500)
        let localUs = try #require(clock.localUs(of: instant))
        #expect(clock.reading(at: localUs).now == instant)
        #expect(try #require(clock.reading(at: localUs - 1).now) < instant)
    }

    @Test func `is read alike from everywhere, and never goes back`() {
        let time = ManualClock()
        let clock = SyncClock(local: time.local)
        let pair = Pair()
        #expect(clock.reading().state == .unsynced)
        var estimate = ClockEstimate()
        estimate.add(pair.exchange(at: 0, thereUs: 90_000, backUs: 10_000), at: 100_100)
        clock.follow(estimate)
        time.nowUs = 200_000
        let first = clock.reading()
        var better = ClockEstimate()
        better.add(pair.exchange(at: 199_000, thereUs: 400, backUs: 400), at: 200_000)
        clock.follow(better)
        time.nowUs = 201_000
        let second = clock.reading()
        #expect(second.nowUs == first.nowUs)
        #expect(abs(second.nowUs - pair.truth(201_000)) <= second.uncertaintyUs)
    }
}
