/// A kind of connection: its delays in both directions, how many players have it, and how exact their clocks must be.
package struct Link: Sendable {
    package let name: String
    let up: Delay
    let down: Delay
    /// How many percent of the mixed population have such a connection.
    package let percent: Int
    /// The goal for the 99th percentile of the clocks' errors, once they have settled.
    package let goalUs: Int64
    let quartz: Quartz
    let outages: Outages?
    /// A client's rounds begin at a moment of this time, in microseconds, before its start.
    let roundUs: Int64

    /// The links for which there are goals.
    package static let all: [Link] = [fibre, wiFi, adsl, lte, umts, downloading, busy, satellite]

    static let fibre = Link(
        name: "fibre", both: Delay(.fixed(8), .exponential(mean: 0.3), .spikes(share: 0.01, mean: 15)),
        percent: 35, goalUs: 1000)

    static let wiFi = Link(
        name: "Wi-Fi",
        up: Delay(.fixed(12), .gamma(shape: 1.2, scale: 2.5), .spikes(share: 0.05, mean: 40)),
        down: Delay(.fixed(12), .gamma(shape: 1.2, scale: 1.8), .spikes(share: 0.05, mean: 40)),
        percent: 33, goalUs: 1500)

    static let adsl = Link(
        name: "ADSL",
        up: Delay(.fixed(13), .exponential(mean: 2)),
        down: Delay(.fixed(8), .exponential(mean: 1)),
        percent: 7, goalUs: 3500)

    static let lte = Link(
        name: "LTE",
        up: Delay(.fixed(24), .uniform(upTo: 10), .exponential(mean: 5), .spikes(share: 0.03, mean: 150)),
        down: Delay(.fixed(18), .exponential(mean: 3), .spikes(share: 0.03, mean: 80)),
        percent: 17, goalUs: 8000)

    static let umts = Link(
        name: "3G",
        up: Delay(.fixed(90), .exponential(mean: 35), .spikes(share: 0.1, mean: 300)),
        down: Delay(.fixed(70), .exponential(mean: 25), .spikes(share: 0.1, mean: 300)),
        percent: 2, goalUs: 20_000)

    /// Someone in the house downloads for a minute, then pauses for half a minute.
    static let downloading = Link(
        name: "downloading", up: home,
        down: Delay(home, plus: .phase(seconds: 60, of: 90, .normal(mean: 180, deviation: 60))),
        percent: 3, goalUs: 2000)

    static let busy = Link(
        name: "both ways busy",
        both: Delay(home, plus: .sometimes(share: 0.7, .gamma(shape: 4, scale: 40))),
        percent: 2, goalUs: 4000)

    static let satellite = Link(
        name: "satellite",
        up: Delay(.fixed(290), .gamma(shape: 2, scale: 6), .spikes(share: 0.05, mean: 100)),
        down: Delay(.fixed(285), .gamma(shape: 2, scale: 5), .spikes(share: 0.05, mean: 100)),
        percent: 1, goalUs: 8000)

    /// Links of which one direction or both take no time, always or often. The proven bounds are tight there, so a
    /// proof that is wrong by microseconds shows.
    package static let tight: [Link] = [
        Link(name: "cable", both: Delay(.exponential(mean: 0.01)), percent: 0, goalUs: 1000),
        Link(
            name: "straight up", up: Delay(), down: Delay(.fixed(20), .exponential(mean: 30)), percent: 0,
            goalUs: 20_000),
        Link(
            name: "straight down", up: Delay(.fixed(20), .exponential(mean: 30)), down: Delay(), percent: 0,
            goalUs: 20_000),
        Link(name: "now and then", both: Delay(.sometimes(share: 0.8, .fixed(100))), percent: 0, goalUs: 1000),
    ]

    private static let home = Delay(.fixed(12), .gamma(shape: 1.2, scale: 2))

    init(
        name: String, up: Delay, down: Delay, percent: Int = 0, goalUs: Int64 = .max, quartz: Quartz = .usual,
        outages: Outages? = nil, roundUs: Int64 = 90_000_000
    ) {
        self.name = name
        self.up = up
        self.down = down
        self.percent = percent
        self.goalUs = goalUs
        self.quartz = quartz
        self.outages = outages
        self.roundUs = roundUs
    }

    init(name: String, both: Delay, percent: Int = 0, goalUs: Int64 = .max, quartz: Quartz = .usual) {
        self.init(name: name, up: both, down: both, percent: percent, goalUs: goalUs, quartz: quartz)
    }

    /// The same link for devices with another quartz.
    func with(_ quartz: Quartz, _ words: String) -> Link {
        Link(
            name: "\(name), \(words)", up: up, down: down, percent: percent, quartz: quartz, outages: outages,
            roundUs: roundUs)
    }
}
