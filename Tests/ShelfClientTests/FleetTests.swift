import ShelfClient
import ShelfFleet
import Testing

/// 4,000 clients on eight kinds of links, twelve minutes each, in virtual time.
@Suite struct `A fleet` {
    static let report = Task { await Fleet(clientsPerLink: 500).run() }

    @Test func `is in step to milliseconds on every link`() async throws {
        let report = await Self.report.value
        let ours = try #require(report[.shelflife])
        #expect(ours.misses == [], "\(report.table)")
    }

    @Test func `never sees the true time outside what its clocks say`() async throws {
        let ours = try #require(await Self.report.value[.shelflife])
        #expect(ours.outsideUs.count == 0, "by \(ours.outsideUs.max() ?? 0) µs at most")
        #expect(ours.uncertaintiesUs.allSatisfy { $0 != nil })
    }

    @Test func `is on no link much worse than the best of the simple estimators`() async throws {
        for report in [await Self.report.value, await Fleet(on: Link.moving, clientsPerLink: 120, minutes: 26).run()] {
            for (index, link) in report.links.enumerated() {
                #expect(report.percent(index) <= 110, "\(link.name)\n\(report.comparison)")
            }
            #expect(report[.shelflife]?.outsideUs.count == 0, "\(report.comparison)")
        }
    }

    @Test func `is right about its bounds when quartzes run otherwise than usual`() async throws {
        let report = await Fleet(on: Link.quartzes, clientsPerLink: 100, minutes: 40).run()
        for (index, link) in report.links.enumerated() {
            #expect(report.percent(index) <= 110, "\(link.name)\n\(report.comparison)")
        }
        #expect(report[.shelflife]?.outsideUs.count == 0, "\(report.comparison)")
    }

    @Test(arguments: Link.tight.indices)
    func `is right about its bounds where delays leave no room`(index: Int) throws {
        let momentsUs = Fleet.momentsUs(minutes: 20)
        for seed in 0..<UInt64(50) {
            let trace = Trace(link: Link.tight[index], minutes: 20, seed: seed)
            let player = ClientResult(ClockEstimate(), on: trace, at: momentsUs)
            #expect(player.outsideUs == [], "\(Link.tight[index].name), seed \(seed)")
        }
    }

    @Test func `stays in step when it no longer asks often`() async throws {
        let report = await Fleet(clientsPerLink: 125, minutes: 40).run([.shelflife])
        let ours = try #require(report[.shelflife])
        #expect(ours.misses == [], "\(report.table)")
        #expect(ours.outsideUs.count == 0, "by \(ours.outsideUs.max() ?? 0) µs at most")
    }

    @Test(arguments: EstimatorKind.allCases.filter { $0 != .shelflife })
    func `would miss its goals with another estimator`(_ kind: EstimatorKind) async throws {
        let other = try #require(await Self.report.value[kind])
        #expect(other.misses != [])
    }

    @Test func `would miss the first design's own goal of 500 ms with its clock, on every link`() async throws {
        let first = try #require(await Self.report.value[.firstDesign])
        for (index, link) in Link.all.enumerated() {
            #expect(first.errors[index].p99Us > 500_000, "\(link.name)")
        }
        let fibre = first.errors[0]
        #expect((400_000...600_000).contains(fibre.p50Us) && fibre.worstUs < 1_100_000, "half a second, a whole one")
        #expect(first.pairs.p99Us > 800_000)
    }

    @Test func `would be further apart with any other estimator, on every link of the mixed population`() async throws {
        let report = await Self.report.value
        let ours = try #require(report[.shelflife])
        for other in report.results where other.kind != .shelflife {
            #expect(ours.pairs.p99Us < other.pairs.p99Us, "\(other.kind)")
            for (index, link) in Link.all.enumerated() {
                #expect(ours.errors[index].p99Us < other.errors[index].p99Us, "\(link.name), \(other.kind)")
            }
        }
    }
}
