import ShelfClient
import ShelfFleet

/// What the clock costs, and how right it is: a thousand clients on each kind of link, in virtual time.
struct FleetMeasurement {
    func measure(with harness: inout Harness) async {
        measureCost(with: &harness)
        let report = await Fleet(clientsPerLink: 1000).run()
        print("\nHow far clocks are off, and how far two players' clocks are apart\n\n\(report.table)")
        show(report, "twelve minutes")
        await compare(Link.moving, "On links that move", minutes: 26)
        await compare(Link.quartzes, "With quartzes that run otherwise than usual", minutes: 40)
        show(await Fleet(clientsPerLink: 250, minutes: 40).run([.shelflife]), "forty minutes")
    }

    private func compare(_ links: [Link], _ title: String, minutes: Int64) async {
        let report = await Fleet(on: links, clientsPerLink: 300, minutes: minutes).run()
        print("\n\(title), over \(minutes) minutes\n\n\(report.comparison)")
    }

    private func show(_ report: FleetReport, _ span: String) {
        let outside = report[.shelflife]?.outsideUs ?? []
        print("\nShelflife's in full, over \(span)\n\n\(report.details(of: .shelflife))")
        print("\nThe true time was outside what a clock said \(outside.count) times.")
    }

    private func measureCost(with harness: inout Harness) {
        let trace = Trace(link: Link.all[0], minutes: 12, seed: 1)
        var clock = ClockEstimate()
        for exchange in trace.exchanges { clock.take(exchange) }
        let last = trace.exchanges[trace.exchanges.count - 1]
        harness.measure("take in an exchange after twelve minutes", times: 100) {
            var later = clock
            later.take(last)
            return later
        }
        harness.measure("read the clock a thousand times", times: 10) {
            (0..<1000).reduce(Int64(0)) { $0 &+ clock.reading(at: last.receivedUs + $1).nowUs }
        }
    }
}
