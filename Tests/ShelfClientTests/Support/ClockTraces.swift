/// The traces of `Tests/Vectors/clock.json`, each made anew from its seed.
enum ClockTraces {
    struct Made {
        let name: String
        let granularityUs: Int64
        let readAfterUs: [Int64]
        let events: [ClockEvent]
    }

    static let all: [Made] = [
        made("fibre", fibre(ratePpm: 12, 1)) { $0.ask(26) },
        made("Wi-Fi", wiFi(ratePpm: -27, 2)) { $0.ask(26) },
        made(
            "ADSL, to a server that is behind",
            TracedDevice(
                up: .init(leastUs: 13_000, moreUs: 2000), down: .init(leastUs: 8000, moreUs: 1000), ratePpm: 41,
                seed: 3,
                localUs: TracedDevice.serverUs + 3_000_000_123)
        ) { $0.ask(26) },
        made("3G", umts(4)) { $0.ask(26) },
        made("stamps of a millisecond", wiFi(ratePpm: 8, 5), granularityUs: 1000) { $0.ask(20) },
        made("stamps of a tenth of a second", fibre(ratePpm: -33, 6), granularityUs: 100_000) { $0.ask(20) },
        made("60 ppm faster, for longer than it is remembered", fibre(ratePpm: 60, 7), readAfterUs: aged) {
            $0.ask(24, everyUs: 35_000_000...45_000_000)
        },
        made(
            "60 ppm slower, for longer than it is remembered", fibre(ratePpm: -60, 8),
            readAfterUs: [-20_000_000, 0, 900_000_000]
        ) {
            $0.ask(24, everyUs: 35_000_000...45_000_000)
        },
        made("much faster than quartzes that are sold", fibre(ratePpm: 160, 9)) {
            $0.ask(10, everyUs: 35_000_000...45_000_000)
        },
        made("much slower than quartzes that are sold", fibre(ratePpm: -160, 20)) {
            $0.ask(10, everyUs: 35_000_000...45_000_000)
        },
        made("a quartz that is being warmed", cable(ratePpm: 5, 10)) { device in
            for ratePpm in [5, 8, 14, 26, 38] as [Int64] {
                device.run(ratePpm: ratePpm)
                device.ask(5, everyUs: 9_000_000...15_000_000)
            }
        },
        made("a rate that jumps", cable(ratePpm: 0, 11)) { device in
            (device.up.leastUs, device.down.leastUs) = (1000, 1000)
            device.ask(12, everyUs: 20_000_000...30_000_000)
            device.run(ratePpm: 90)
            device.ask(12, everyUs: 7_000_000...9_000_000)
        },
        made("a server that jumps ahead, back, and far back", wiFi(ratePpm: 3, 12)) { device in
            device.ask(10)
            for jumpUs in [5_000_000, -3_000_000, -15_000_000] as [Int64] {
                device.shift(byUs: jumpUs)
                device.ask(4)
            }
        },
        made(
            "a server that jumps by as much as is slewed or stood out, and by more", cable(ratePpm: -2, 19),
            readAfterUs: [0, 1_000_000, 30_000_000]
        ) { device in
            for jumpUs in [49_800, 50_200, -49_800, -50_200, -9_999_800, -10_000_200] as [Int64] {
                device.ask(4, everyUs: 9_000_000...11_000_000)
                device.shift(byUs: jumpUs)
            }
            device.ask(4, everyUs: 9_000_000...11_000_000)
        },
        made("a queue on the way back that comes and goes", fibre(ratePpm: -14, 13)) { device in
            for queueUs in [220_000, 8000, 180_000, 8000] as [Int64] {
                device.down.leastUs = queueUs
                device.ask(7)
            }
        },
        made("a server that starts again, less sure of itself", wiFi(ratePpm: 20, 14)) { device in
            device.serverUncertaintyUs = 300
            device.ask(8)
            (device.timeline, device.serverUncertaintyUs) = ("u", 20_000)
            device.shift(byUs: -7000)
            device.ask(8)
        },
        made("stamps that can't be true, or only just", fibre(ratePpm: 1, 15)) { device in
            for lie in lies {
                device.ask(2)
                device.ask(lie)
            }
        },
        made("pushed keys, and answers that overtake each other", umts(16), readAfterUs: [-40_000, 0, 3_000_000]) {
            device in
            device.ask(4)
            for lateUs in [80_000, 2_500_000, 9000, -4_000_000, 300] as [Int64] {
                device.push(lateUs: lateUs)
                device.askTwice(wideUs: 400_000)
            }
        },
        made("jumps of the device's clocks", wiFi(ratePpm: -9, 17), readAfterUs: [0, 700_000, 90_000_000]) { device in
            for (jumpUs, isHere) in [(400_000, true), (-2_000_000, true), (700_000, false), (-300_000, false)] {
                device.ask(5)
                device.jump(byUs: Int64(jumpUs), isHere: isHere)
                if isHere { device.push(lateUs: 30_000) } else { device.jump(byUs: 600_000, isHere: true) }
            }
            device.ask(5)
        },
        made("more than is kept", wiFi(ratePpm: 50, 18), readAfterUs: [0]) {
            $0.ask(80, everyUs: 3_200_000...4_800_000)
        },
    ]

    private static let lies: [@Sendable (inout [Int64]) -> Void] = [
        { $0[0] = $0[3] + 1 },
        { $0[2] = $0[1] - 1 },
        { $0[2] = $0[1] + $0[3] - $0[0] + 3 },
        { $0[2] = $0[1] + $0[3] - $0[0] + 2 },
        { $0[0] = $0[3] - 10_000_001 },
        { $0[0] = $0[3] - 10_000_000 },
        { $0[4] = -1 },
        { ($0[1], $0[2]) = (-1, 1) },
        { ($0[1], $0[2]) = (1 << 53, 1 << 53) },
    ]

    /// At once, in the middle of a correction, and past all memory.
    private static let aged: [Int64] = [0, 1_000_000, 900_000_000]

    private static func made(
        _ name: String, _ device: TracedDevice, granularityUs: Int64 = 1,
        readAfterUs: [Int64] = [0, 1_000_000, 64_000_000], _ happens: (inout TracedDevice) -> Void
    ) -> Made {
        var device = device
        device.granularityUs = granularityUs
        happens(&device)
        return Made(name: name, granularityUs: granularityUs, readAfterUs: readAfterUs, events: device.events)
    }

    private static func fibre(ratePpm: Int64, _ seed: UInt64) -> TracedDevice {
        let way = TracedDevice.Way(leastUs: 8000, moreUs: 300, spikeUs: 15_000)
        return TracedDevice(up: way, down: way, ratePpm: ratePpm, seed: seed)
    }

    private static func wiFi(ratePpm: Int64, _ seed: UInt64) -> TracedDevice {
        TracedDevice(
            up: .init(leastUs: 12_000, moreUs: 3000, spikeUs: 40_000),
            down: .init(leastUs: 12_000, moreUs: 2200, spikeUs: 40_000), ratePpm: ratePpm, seed: seed)
    }

    private static func umts(_ seed: UInt64) -> TracedDevice {
        TracedDevice(
            up: .init(leastUs: 90_000, moreUs: 35_000, spikeUs: 300_000, spikeEvery: 10),
            down: .init(leastUs: 70_000, moreUs: 25_000, spikeUs: 300_000, spikeEvery: 10), ratePpm: -5, seed: seed)
    }

    private static func cable(ratePpm: Int64, _ seed: UInt64) -> TracedDevice {
        let way = TracedDevice.Way(leastUs: 20, moreUs: 30)
        return TracedDevice(up: way, down: way, ratePpm: ratePpm, seed: seed)
    }
}
