/// Links whose delays move for more than a packet, and clocks that run otherwise than usual. On them, an estimate that
/// rests on a rate or on the shortest round trip alone goes wrong.
extension Link {
    /// The links whose delays move.
    package static let moving: [Link] = [
        train, tracks, deadSpots, route, vpn, bufferbloat, leoApart, leoTogether, rampDown, sawtooth, swing, swingApart,
        swingUp, handOver, handOvers, antiphase, tunnel, powerSaving, sleepyBoth, creeping, vpnBriefly, walkDown,
        steps, edge,
    ]

    /// Clocks that run otherwise than usual.
    package static let quartzes: [Link] = [
        lan.with(Quartz(wanderPpm: 5), "wander 5 ppm"), lan.with(Quartz(wanderPpm: 15), "wander 15 ppm"),
        cable.with(Quartz(wanderPpm: 5), "wander 5 ppm"), cable.with(Quartz(wanderPpm: 15), "wander 15 ppm"),
        fibre.with(Quartz(wanderPpm: 5), "wander 5 ppm"), fibre.with(Quartz(wanderPpm: 15), "wander 15 ppm"),
        wiFi.with(Quartz(wanderPpm: 5), "wander 5 ppm"), wiFi.with(Quartz(wanderPpm: 15), "wander 15 ppm"),
        lan.with(Quartz(warmingPpm: 8), "warming by 8 ppm"), wiFi.with(Quartz(warmingPpm: 8), "warming by 8 ppm"),
        wiFi.with(Quartz(offPpm: 250), "250 ppm off"), wiFi.with(Quartz(offPpm: 295), "295 ppm off"),
        wiFi.with(Quartz(offPpm: 310), "310 ppm off"), wiFi.with(Quartz(offPpm: 400), "400 ppm off"),
        lan.with(Quartz(offPpm: 300, wanderPpm: 0), "300 ppm off"), lan.with(Quartz(offPpm: 400), "400 ppm off"),
        cable.with(Quartz(offPpm: 300, wanderPpm: 0), "300 ppm off"), cable.with(Quartz(offPpm: 400), "400 ppm off"),
        lte.with(Quartz(offPpm: 295), "295 ppm off"), lte.with(Quartz(offPpm: 400), "400 ppm off"),
        adsl.with(Quartz(offPpm: 400), "400 ppm off"),
    ]

    /// A train between masts: both ways get longer together, and there are places without any.
    static let train = Link(
        name: "train", both: railway, outages: Outages(seconds: 5...20, apartSeconds: 45...75))
    static let tracks = Link(name: "train without outages", both: railway)
    static let deadSpots = Link(
        name: "outages", both: Delay(.fixed(40), .gamma(shape: 2, scale: 5)),
        outages: Outages(seconds: 5...20, apartSeconds: 45...75))

    /// The way back changes between two routes.
    static let route = Link(
        name: "two routes", up: Delay(.fixed(20), .exponential(mean: 1)),
        down: Delay(.fixed(20), .exponential(mean: 1), .phase(seconds: 90, of: 180, .fixed(40))),
        roundUs: 180_000_000)

    static let vpn = Link(
        name: "VPN from minute 4",
        up: Delay(.fixed(20), .exponential(mean: 1), .between(240, and: .infinity, .fixed(120))),
        down: Delay(.fixed(20), .exponential(mean: 1)))

    static let bufferbloat = Link(
        name: "bufferbloat",
        up: Delay(.fixed(18), .exponential(mean: 2), .ramp(from: 0, to: 800, seconds: 180)),
        down: Delay(.fixed(8), .exponential(mean: 1)), roundUs: 180_000_000)

    /// Satellites in low orbits, which take over from each other every 15 seconds.
    static let leoApart = Link(name: "LEO, ways apart", up: orbit(1), down: orbit(2))
    static let leoTogether = Link(name: "LEO, ways together", both: orbit(1))

    // What follows is made up.

    static let rampDown = Link(
        name: "ramp on the way back", up: Delay(.fixed(20), .gamma(shape: 2, scale: 3)),
        down: Delay(.fixed(20), .gamma(shape: 2, scale: 3), .ramp(from: 0, to: 150, seconds: 60)))
    /// A queue that fills at once and empties slowly.
    static let sawtooth = Link(
        name: "sawtooth on the way there",
        up: Delay(.fixed(15), .exponential(mean: 2), .ramp(from: 200, to: 0, seconds: 40)),
        down: Delay(.fixed(15), .exponential(mean: 2)))
    static let swing = Link(
        name: "sine, ways together", both: Delay(.sine(from: 20, to: 120, seconds: 120), .gamma(shape: 2, scale: 2)),
        roundUs: 120_000_000)
    static let swingApart = Link(
        name: "sine, ways in opposition", up: Delay(.sine(from: 20, to: 80, seconds: 100), .exponential(mean: 2)),
        down: Delay(.sine(from: 80, to: 20, seconds: 100), .exponential(mean: 2)), roundUs: 100_000_000)
    static let swingUp = Link(
        name: "slow sine on the way there",
        up: Delay(.fixed(20), .sine(from: 0, to: 60, seconds: 600), .exponential(mean: 2)),
        down: Delay(.fixed(20), .exponential(mean: 2)), roundUs: 600_000_000)
    static let handOver = Link(
        name: "Wi-Fi, then LTE",
        up: Delay(.between(0, and: 300, home), .between(300, and: .infinity, mobileUp)),
        down: Delay(.between(0, and: 300, home), .between(300, and: .infinity, mobileDown)))
    static let handOvers = Link(
        name: "Wi-Fi and LTE in turn",
        up: Delay(home, .phase(seconds: 120, of: 240, mobileUp)),
        down: Delay(home, .phase(seconds: 120, of: 240, mobileDown)), roundUs: 240_000_000)
    static let antiphase = Link(
        name: "routes in opposition",
        up: Delay(.fixed(20), .exponential(mean: 2), .phase(seconds: 45, of: 90, .fixed(60))),
        down: Delay(.fixed(20), .exponential(mean: 2), .fixed(60), .phase(seconds: 45, of: 90, .fixed(-60))))
    static let tunnel = Link(
        name: "tunnel",
        both: Delay(.fixed(30), .gamma(shape: 2, scale: 4), .phase(seconds: 60, of: 240, .uniform(upTo: 800))),
        roundUs: 240_000_000)
    /// The access point keeps what comes for a telephone until its next beacon.
    static let powerSaving = Link(
        name: "power saving", up: Delay(.fixed(3), .exponential(mean: 1)),
        down: Delay(.fixed(3), .exponential(mean: 1), .sometimes(share: 0.7, .uniform(upTo: 102))))
    static let sleepyBoth = Link(
        name: "power saving, both ways", both: Delay(.fixed(3), .exponential(mean: 1), .uniform(upTo: 102)))
    static let creeping = Link(
        name: "way there gets longer by 100 ppm",
        up: Delay(.fixed(20), .exponential(mean: 2), .ramp(from: 0, to: 360, seconds: 3600)),
        down: Delay(.fixed(20), .exponential(mean: 2)), roundUs: 1)
    static let vpnBriefly = Link(
        name: "VPN from minute 4 to 9", up: Delay(.fixed(20), .exponential(mean: 1)),
        down: Delay(.fixed(20), .exponential(mean: 1), .between(240, and: 540, .fixed(120))))
    static let walkDown = Link(
        name: "walk on the way back", up: Delay(.fixed(20), .exponential(mean: 2)),
        down: Delay(
            .fixed(20), .exponential(mean: 2), .walk(3, upTo: 100, steps: 2...10, every: 5)))
    static let steps = Link(
        name: "steps, ways together",
        both: Delay(.fixed(15), .gamma(shape: 2, scale: 2), .walk(4, upTo: 200, steps: 40...120, every: 45)))
    static let edge = Link(
        name: "EDGE", both: Delay(.fixed(250), .exponential(mean: 120), .sometimes(share: 0.1, .exponential(mean: 600)))
    )

    static let lan = Link(name: "LAN", both: Delay(.fixed(1), .exponential(mean: 0.3)))
    static let cable = Link(name: "cable", both: Delay(.exponential(mean: 0.01)))

    private static let railway = Delay(.ramp(from: 40, to: 400, seconds: 60), .gamma(shape: 2, scale: 5))
    private static let home = Delay.Part.sum([.fixed(12), .gamma(shape: 1.2, scale: 2)])
    private static let mobileUp = Delay.Part.sum([.fixed(24), .uniform(upTo: 10), .exponential(mean: 5)])
    private static let mobileDown = Delay.Part.sum([.fixed(18), .exponential(mean: 3)])

    private static func orbit(_ walk: UInt64) -> Delay {
        Delay(.fixed(18), .gamma(shape: 2, scale: 2.5), .walk(walk, upTo: 40, steps: 5...15, every: 15))
    }

    private init(name: String, both: Delay, outages: Outages?) {
        self.init(name: name, up: both, down: both, outages: outages)
    }

    private init(name: String, both: Delay, roundUs: Int64) {
        self.init(name: name, up: both, down: both, roundUs: roundUs)
    }
}
