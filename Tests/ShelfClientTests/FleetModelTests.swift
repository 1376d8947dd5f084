import ShelfClient
import ShelfFleet
import ShelfTesting
import Testing

/// The simulation itself: a fleet proves nothing on links and clocks that aren't what they are said to be.
@Suite struct `A simulated client` {
    static func traces(_ name: String, count: UInt64 = 40) throws -> [Trace] {
        let link = try #require((Link.all + Link.moving).first { $0.name == name })
        return (0..<count).map { Trace(link: link, minutes: 12, seed: $0) }
    }

    /// How long requests and answers were on their way, by the true time.
    static func ways(_ name: String) throws -> (upUs: [Int64], downUs: [Int64]) {
        let moved = try traces(name).flatMap { trace in
            trace.exchanges.map { exchange in
                (
                    exchange.serverReceivedUs - trace.trueUs(exchange.sentUs),
                    trace.trueUs(exchange.receivedUs) - exchange.serverSentUs
                )
            }
        }
        return (moved.map(\.0), moved.map(\.1))
    }

    /// The means of the links' delays, in microseconds: of exponentials their mean, of gammas shape × scale, of what
    /// moves evenly half of its way.
    static let means: [(String, up: Int64, down: Int64)] = [
        ("fibre", 8450, 8450),
        ("Wi-Fi", 17_000, 16_160),
        ("ADSL", 15_000, 9000),
        ("LTE", 38_500, 23_400),
        ("3G", 155_000, 125_000),
        ("downloading", 14_400, 134_400),
        ("both ways busy", 126_400, 126_400),
        ("satellite", 307_000, 300_000),
        ("train without outages", 230_000, 230_000),
        ("two routes", 21_000, 41_000),
        ("LEO, ways together", 43_000, 43_000),
        ("sine, ways in opposition", 52_000, 52_000),
    ]

    @Test(arguments: means) func `has delays with the means of its link`(_ name: String, up: Int64, down: Int64) throws
    {
        let ways = try Self.ways(name)
        for (delays, meanUs) in [(ways.upUs, up), (ways.downUs, down)] {
            let mean = delays.reduce(0, +) / Int64(delays.count)
            #expect(abs(mean - meanUs) <= meanUs / 8, "\(mean) µs instead of \(meanUs)")
        }
    }

    @Test func `is one of a hundred in the mixed population`() {
        #expect(Link.all.map(\.percent).reduce(0, +) == 100)
    }

    @Test func `has a clock that stays within its rate and its wander`() throws {
        for trace in try Self.traces("fibre") {
            let rates = stride(from: Int64(0), to: 900_000_000, by: 10_000_000).map { trueUs in
                trace.clock.localUs(at: trueUs + 10_000_000) - trace.clock.localUs(at: trueUs) - 10_000_000
            }
            // In ten seconds, 60 ppm are 600 µs and 1.5 ppm are 15 µs; each end is rounded to a microsecond.
            #expect(rates.allSatisfy { abs($0) <= 617 })
            #expect((29...32).contains(rates.max()! - rates.min()!))
        }
    }

    @Test func `is the same for the same seed, and another for another`() throws {
        let (once, again) = (try Self.traces("LTE", count: 2), try Self.traces("LTE", count: 2))
        #expect(once[0].exchanges == again[0].exchanges)
        #expect(once[0].exchanges != once[1].exchanges)
    }

    @Test func `is caught when its clock says less than what it can be off by`() throws {
        let momentsUs = Fleet.momentsUs(minutes: 12)
        let honest = try Self.traces("ADSL").flatMap { ClientResult(ClockEstimate(), on: $0, at: momentsUs).outsideUs }
        #expect(honest == [])
        for trace in try Self.traces("ADSL") {
            #expect(ClientResult(Boaster(), on: trace, at: momentsUs).outsideUs != [])
        }
    }

    @Test func `exchanges as often as a player's client does, one after the other`() throws {
        for trace in try Self.traces("satellite") {
            #expect((40...75).contains(trace.exchanges.count))
            for (before, after) in zip(trace.exchanges, trace.exchanges.dropFirst()) {
                #expect(after.sentUs >= before.receivedUs + 79_000)
            }
        }
    }
}

extension Trace {
    /// The server's time when the clock here says `localUs`, to a microsecond.
    fileprivate func trueUs(_ localUs: Int64) -> Int64 {
        var trueUs: Int64 = 0
        for _ in 0..<4 { trueUs += localUs - clock.localUs(at: trueUs) }
        return Trace.epochUs + trueUs
    }
}

/// Says that it can be off by a tenth of what it has proven.
private struct Boaster: Estimator {
    private var clock = ClockEstimate()

    mutating func take(_ exchange: Exchange) {
        clock.take(exchange)
    }

    func guess(at localUs: Int64) -> Guess {
        let guess = clock.guess(at: localUs)
        return Guess(nowUs: guess.nowUs, uncertaintyUs: guess.uncertaintyUs.map { $0 / 10 })
    }
}
