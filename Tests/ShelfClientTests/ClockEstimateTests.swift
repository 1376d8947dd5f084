import Foundation
import ShelfClient
import ShelfModel
import ShelfTesting
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
        // Half of 10 000, 1 for the stamps, 3 for a drift of 308 ppm in 10.1 ms, 1 to be safe, 40 of the server,
        // 1 for this stamp.
        #expect((5045...5050).contains(reading.uncertaintyUs))
        #expect((5045 + 3080...5050 + 3081).contains(clock.reading(at: 10_011_100).uncertaintyUs))
    }

    @Test(arguments: 0..<40) func `always holds the truth within its uncertainty`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
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
            let outcome = clock.add(exchange, at: localUs)
            #expect(outcome != .refused)
            for _ in 0..<4 {
                let reading = clock.reading(at: localUs)
                #expect(abs(reading.nowUs - pair.truth(localUs)) <= reading.uncertaintyUs)
                #expect(reading.nowUs >= last)
                last = reading.nowUs
                localUs += Int64.random(in: 0...20_000_000, using: &random)
            }
        }
    }

    @Test func `keeps the best of each direction, however bad the other was`() {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 1000, backUs: 80_000), at: 81_100)
        clock.add(pair.exchange(at: 100_000, thereUs: 80_000, backUs: 1000), at: 181_100)
        #expect(clock.reading(at: 181_100).uncertaintyUs < 42_000, "the reading is still on its way there")
        let reading = clock.reading(at: 21_000_000)
        #expect(abs(reading.nowUs - pair.truth(21_000_000)) < 500, "the ways were alike, only never at once")
        #expect(reading.uncertaintyUs < 9000)
        #expect(reading.roundTripUs == 81_000)
    }

    @Test func `learns the rate, and goes by it when nothing more comes`() {
        var clock = ClockEstimate()
        let pair = Pair(driftPerMillion: 50)
        for number in 0..<40 {
            let exchange = pair.exchange(at: Int64(number) * 15_000_000, thereUs: 1000, backUs: 1000)
            clock.add(exchange, at: exchange.receivedUs)
        }
        let later: Int64 = 40 * 15_000_000 + 300_000_000
        let reading = clock.reading(at: later)
        #expect(abs(reading.ratePpb + 50_000) < 2000)
        #expect(abs(reading.nowUs - pair.truth(later)) < 500, "300 s at 50 ppm are 15 ms")
        #expect(reading.uncertaintyUs < 7500, "8 ppm either way, and 8 ppm of wander, for 315 s")
        #expect(reading.ageUs == 315_000_000 - 2100)
    }

    @Test func `takes a pushed key for a proof of the time it was released at`() {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 1000, backUs: 80_000), at: 81_100)
        let before = clock.reading(at: 40_000_000).uncertaintyUs
        let outcome = clock.add(reached: Instant(milliseconds: pair.truth(4_996_000) / 1000), at: 5_000_000)
        let reading = clock.reading(at: 40_000_000)
        #expect(outcome == .taken)
        #expect(reading.uncertaintyUs < before / 2)
        #expect(abs(reading.nowUs - pair.truth(40_000_000)) <= reading.uncertaintyUs)
    }

    @Test func `a key that contradicts the evidence changes nothing but asks for more`() {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        let before = clock
        let outcome = clock.add(reached: Instant(milliseconds: pair.truth(9_000_000) / 1000), at: 5_000_000)
        #expect(outcome == .restarted)
        #expect(clock == before)
    }

    @Test func `forgets what is over ten minutes old`() {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        let late: Int64 = 601_000_000
        clock.add(pair.exchange(at: late, thereUs: 200_000, backUs: 200_000), at: late + 400_100)
        #expect(clock.reading(at: late + 400_100).uncertaintyUs > 200_000)
    }

    @Test func `approaches a slightly better estimate slowly, and never goes back`() {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 90_000, backUs: 10_000), at: 100_100)
        let ahead = clock.reading(at: 200_000)
        clock.add(pair.exchange(at: 199_000, thereUs: 400, backUs: 400), at: 200_000)
        #expect(clock.reading(at: 200_000).nowUs == ahead.nowUs, "the first estimate was 40 ms ahead of the truth")
        #expect(clock.reading(at: 1_200_000).nowUs - ahead.nowUs == 998_000, "2 ms are made good in a second")
        for localUs in stride(from: Int64(200_000), to: 30_000_000, by: 500_000) {
            let reading = clock.reading(at: localUs)
            #expect(abs(reading.nowUs - pair.truth(localUs)) <= reading.uncertaintyUs)
        }
        #expect(abs(clock.reading(at: 30_000_000).nowUs - pair.truth(30_000_000)) < 500)
    }

    @Test func `steps ahead, but stands still rather than go back`() {
        for (thereUs, backUs) in [(Int64(10_000), Int64(190_000)), (190_000, 10_000)] {
            var clock = ClockEstimate()
            let pair = Pair()
            clock.add(pair.exchange(at: 0, thereUs: thereUs, backUs: backUs), at: 200_100)
            let before = clock.reading(at: 300_000)
            clock.add(pair.exchange(at: 299_000, thereUs: 400, backUs: 400), at: 300_000)
            let after = clock.reading(at: 300_000)
            let isBehind = before.nowUs < pair.truth(300_000)
            #expect(isBehind ? abs(after.nowUs - pair.truth(300_000)) < 500 : after.nowUs == before.nowUs)
            #expect(after.nowUs - after.uncertaintyUs <= pair.truth(300_000))
            #expect(isBehind || clock.reading(at: 320_000).nowUs == before.nowUs)
            #expect(clock.reading(at: 400_000).nowUs > before.nowUs)
        }
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
        let outcome = clock.add(exchange, at: 20_000_000)
        #expect(outcome == .refused)
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

    @Test(arguments: [400_000, -400_000] as [Int64])
    func `doubts itself after a jump, and is rather late than early, until it is told anew`(jumpUs: Int64) {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        let before = clock.reading(at: 1_000_000)
        clock.doubt(ClockJump(byUs: jumpUs, sinceUs: 1_000_000, noticedUs: 1_100_000))
        for (localUs, isLocalRight) in [(Int64(1_100_000), true), (1_100_000 - jumpUs, false)] {
            let reading = clock.reading(at: localUs)
            let truth = pair.truth(isLocalRight ? localUs : localUs + jumpUs)
            #expect(reading.state == .coarse)
            #expect(reading.nowUs >= before.nowUs)
            #expect(abs(reading.nowUs - truth) <= reading.uncertaintyUs)
            #expect(reading.nowUs <= truth + 1000)
        }
        let across = pair.exchange(at: 1_099_000, thereUs: 1000, backUs: 1000)
        #expect(clock.add(across, at: 1_150_000) == .refused, "what lies across the jump settles nothing")
        #expect(clock.reading(at: 1_150_000).state == .coarse)
        clock.add(pair.exchange(at: 1_200_000, thereUs: 1000, backUs: 1000), at: 1_202_100)
        #expect(clock.reading(at: 1_202_100).state == .synced)
    }

    @Test func `is a hint after a restart of the app, until an exchange replaces it`() throws {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        let saved = try #require(clock.saved(bootSession: "b", wallAheadUs: 7_000_000))
        var next = ClockEstimate()
        next.restore(saved, apartUs: 0)
        let reading = next.reading(at: 60_000_000)
        #expect(reading.state == .holdover)
        #expect(abs(reading.nowUs - pair.truth(60_000_000)) <= reading.uncertaintyUs)
        #expect(next.saved(bootSession: "b", wallAheadUs: 0) == nil, "a hint is not passed on")
        next.add(pair.exchange(at: 60_000_000, thereUs: 40_000, backUs: 40_000), at: 60_080_100)
        #expect(next.reading(at: 60_080_100).state == .synced)
        #expect(next.reading(at: 60_080_100).uncertaintyUs > 40_000, "what was restored is no evidence")
    }

    @Test(arguments: [200_000, -200_000] as [Int64])
    func `a hint is worth less by what the clocks have moved apart since`(apartUs: Int64) throws {
        var clock = ClockEstimate()
        let pair = Pair()
        clock.add(pair.exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        var next = ClockEstimate()
        next.restore(try #require(clock.saved(bootSession: "b", wallAheadUs: 0)), apartUs: apartUs)
        let reading = next.reading(at: 1_000_000)
        for truth in [pair.truth(1_000_000), pair.truth(1_000_000 + apartUs)] {
            #expect(abs(reading.nowUs - truth) <= reading.uncertaintyUs)
            #expect(reading.nowUs <= truth + 1000, "rather late than early")
        }
    }

    @Test func `what was kept is held against what can be, because anybody may have written it`() throws {
        var clock = ClockEstimate()
        clock.add(Pair().exchange(at: 1_000_000, thereUs: 1000, backUs: 1000), at: 1_002_100)
        let saved = try #require(clock.saved(bootSession: "b", wallAheadUs: 0))
        let text = String(decoding: try JSONEncoder().encode(saved), as: UTF8.self)
        for number in text.matches(of: /-?[0-9]+/).map({ String($0.output) }) {
            for other in ["9223372036854775807", "-9223372036854775808", "9007199254740992"] {
                let damaged = Data(text.replacing(number, with: other).utf8)
                guard let kept = try? JSONDecoder().decode(SavedClock.self, from: damaged) else { continue }
                guard kept.isValid(bootSession: "b", nowUs: 60_000_000, wallUs: 60_000_000) else { continue }
                var next = ClockEstimate()
                next.restore(kept, apartUs: kept.apart(nowUs: 60_000_000, wallUs: 60_000_000))
                _ = next.reading(at: 60_000_000)
            }
        }
    }

    @Test(arguments: [150, -150, 250, -290] as [Int64])
    func `a clock that runs at no likely rate is followed at its own`(driftPerMillion: Int64) {
        let pair = Pair(driftPerMillion: driftPerMillion)
        var clock = ClockEstimate()
        for second in 0..<300 {
            let atUs = Int64(second) * 1_000_000
            clock.add(pair.exchange(at: atUs, thereUs: 1000, backUs: 1000), at: atUs + 3000)
        }
        let reading = clock.reading(at: 301_000_000)
        #expect(abs(reading.nowUs - pair.truth(301_000_000)) < 1000)
    }

    @Test(arguments: [400, -400] as [Int64])
    func `a clock that runs at no quartz's rate is strained, and right`(driftPerMillion: Int64) {
        let pair = Pair(driftPerMillion: driftPerMillion)
        var clock = ClockEstimate()
        for number in 0..<40 {
            let atUs = Int64(number) * 15_000_000
            let outcome = clock.add(pair.exchange(at: atUs, thereUs: 12_000, backUs: 12_000), at: atUs + 24_100)
            #expect(outcome == .taken)
            let reading = clock.reading(at: atUs + 15_000_000)
            #expect(abs(reading.nowUs - pair.truth(atUs + 15_000_000)) <= reading.uncertaintyUs)
        }
        #expect(clock.reading(at: 600_000_000).state == .strained)
    }

    @Test func `expects the rate that was learnt before the last start, and yields to evidence`() throws {
        let pair = Pair(driftPerMillion: 50)
        var first = ClockEstimate()
        for number in 0..<40 {
            let atUs = Int64(number) * 15_000_000
            first.add(pair.exchange(at: atUs, thereUs: 1000, backUs: 1000), at: atUs + 2100)
        }
        let saved = try #require(first.saved(bootSession: "b", wallAheadUs: 0))
        for (drift, isExpected) in [(Int64(50), true), (-40, false)] {
            let now = Pair(driftPerMillion: drift)
            var (knowing, new) = (ClockEstimate(), ClockEstimate())
            knowing.expect(saved.rate)
            for number in 0..<12 {
                let atUs = Int64(number) * 15_000_000
                let waitUs: Int64 = number % 3 == 0 ? 30_000 : 5000
                let exchange = now.exchange(at: atUs, thereUs: waitUs, backUs: 36_000 - waitUs)
                knowing.add(exchange, at: exchange.receivedUs)
                new.add(exchange, at: exchange.receivedUs)
            }
            let (one, other) = (knowing.reading(at: 170_000_000), new.reading(at: 170_000_000))
            #expect(!isExpected || abs(one.ratePpb + 50_000) < 8000)
            #expect(abs(one.nowUs - now.truth(170_000_000)) <= one.uncertaintyUs)
            #expect(abs(other.nowUs - now.truth(170_000_000)) <= other.uncertaintyUs)
        }
    }

    @Test func `refuses an exchange from the future of the clock here`() {
        var clock = ClockEstimate()
        let far: Int64 = 1 << 52
        let exchange = Exchange(
            sentUs: far, serverReceivedUs: far, serverSentUs: far, receivedUs: far, serverUncertaintyUs: 0,
            timeline: "t")
        #expect(clock.add(exchange, at: 1000) == .refused)
    }

    @Test func `is restored only on the same boot, by the same clock`() throws {
        var clock = ClockEstimate()
        clock.add(Pair().exchange(at: 0, thereUs: 1000, backUs: 1000), at: 2100)
        let saved = try #require(clock.saved(bootSession: "b", wallAheadUs: 7_000_000))
        func isValid(_ boot: String?, _ nowUs: Int64, wallAheadUs: Int64 = 7_000_000) -> Bool {
            saved.isValid(bootSession: boot, nowUs: nowUs, wallUs: nowUs + wallAheadUs)
        }
        #expect(isValid("b", 60_000_000))
        #expect(isValid("b", 60_000_000, wallAheadUs: 7_200_000))
        #expect(!isValid("c", 60_000_000), "another boot")
        #expect(!isValid(nil, 60_000_000), "nobody knows which boot")
        #expect(!isValid("b", 60_000_000, wallAheadUs: 7_300_000), "the clock here is another one, or the wall was set")
        #expect(!isValid("b", 1000), "before it was learnt")
        #expect(!isValid("b", 31 * 86_400_000_000), "too long ago")
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
