import ShelfClient
import Testing

/// In each of them the clock never goes back, its interval holds the truth, and no change is shown twice or early.
@Suite struct `After an accident` {
    func settled(granularityUs: Int64 = 1, driftPpm: Int64 = 60) -> AccidentDevice {
        let device = AccidentDevice(granularityUs: granularityUs, driftPpm: driftPpm)
        device.run(seconds: 130)
        #expect(device.reading.state == .synced || granularityUs > 10_000)
        return device
    }

    /// Two seconds later the device is in step again, by a burst of exchanges.
    func expectInStep(
        _ device: AccidentDevice, thenFor seconds: Int64 = 200, withinUs: Int64 = 10_000, afterBurst: Bool = true
    ) {
        let before = device.exchanges
        device.run(seconds: 2)
        #expect(device.exchanges - before >= (afterBurst ? 7 : 0))
        #expect(device.reading.state == .synced)
        device.forgetWorst()
        device.run(seconds: seconds)
        #expect(device.worstErrorUs < withinUs)
        #expect(device.faults.isEmpty, "\(device.faults.prefix(3))")
    }

    @Test(arguments: [60, 86_400] as [Int64], [false, true])
    func `a sleep leaves it in step, whether its clock went on or not`(seconds: Int64, isStopped: Bool) {
        let device = settled()
        device.runToExchange()
        if isStopped { device.localAheadUs -= seconds * 1_000_000 }
        device.sleep(seconds: seconds)
        if isStopped { #expect(device.reading.state == .coarse, "it knows at once that it doesn't know") }
        expectInStep(device)
    }

    @Test func `a reboot makes what was kept worthless`() {
        let device = settled()
        let saved = device.saved(bootSession: "one")
        device.localAheadUs = 5_000_000 - device.trueUs
        device.restartApp(bootSession: "two", savedOn: saved)
        #expect(device.reading.state == .unsynced)
        expectInStep(device)
    }

    @Test func `a restart of the app goes on from what was kept, and says so`() {
        let device = settled()
        let saved = device.saved(bootSession: "one")
        device.isConnected = false
        device.run(seconds: 30)
        device.restartApp(bootSession: "one", savedOn: saved)
        device.run(seconds: 20)
        #expect(device.reading.state == .holdover)
        #expect(device.errorUs < 10_000)
        device.isConnected = true
        device.tell(.networkChanged)
        expectInStep(device)
    }

    @Test(arguments: [3_600_000_000, -3_600_000_000] as [Int64])
    func `a wall clock that is set changes nothing for long`(byUs: Int64) {
        let device = settled()
        device.wallAheadUs += byUs
        device.look()
        #expect(device.reading.state == .coarse, "nobody knows yet which clock it was")
        expectInStep(device)
    }

    @Test(arguments: [3_600_000_000, -3_600_000_000] as [Int64])
    func `a boot clock that jumps while the app runs is noticed at once`(byUs: Int64) {
        let device = settled()
        device.runToExchange()
        device.localAheadUs += byUs
        device.look()
        #expect(device.reading.state == .coarse, "nobody knows yet which clock it was")
        expectInStep(device)
    }

    @Test func `a boot clock that jumped under the same boot's name makes what was kept worthless`() {
        let device = settled()
        let saved = device.saved(bootSession: "one")
        device.localAheadUs += 86_400_000_000
        device.restartApp(bootSession: "one", savedOn: saved)
        #expect(device.reading.state == .unsynced)
        expectInStep(device)
    }

    @Test(arguments: [(40_000, 0), (0, 40_000)] as [(Int64, Int64)])
    func `a route that becomes longer on one way moves nothing`(moreUpUs: Int64, moreDownUs: Int64) {
        let device = settled()
        device.upUs += moreUpUs
        device.downUs += moreDownUs
        device.tell(.networkChanged)
        expectInStep(device)
    }

    @Test func `a route that becomes shorter is believed`() {
        let device = AccidentDevice()
        device.upUs = 50_000
        device.run(seconds: 130)
        device.upUs = 10_000
        device.tell(.networkChanged)
        device.run(seconds: 15)
        expectInStep(device, withinUs: 3000, afterBurst: false)
    }

    @Test(arguments: [60, -60] as [Int64])
    func `half a minute without a network leaves it in step`(driftPpm: Int64) {
        let device = settled(driftPpm: driftPpm)
        device.isConnected = false
        device.tell(.keyStreamEnded)
        device.forgetWorst()
        device.run(seconds: 30)
        #expect(device.reading.state == .synced)
        #expect(device.worstErrorUs < 10_000)
        device.isConnected = true
        device.tell(.networkChanged)
        expectInStep(device)
    }

    @Test func `half a minute without a network leaves it in step, though nobody says that it is back`() {
        let device = settled()
        device.isConnected = false
        device.tell(.keyStreamEnded)
        device.forgetWorst()
        device.run(seconds: 30)
        device.isConnected = true
        device.run(seconds: 10)
        #expect(device.worstErrorUs < 10_000)
        expectInStep(device, afterBurst: false)
    }

    @Test(arguments: [20_000, -20_000] as [Int64])
    func `a server that begins another timeline is followed`(serverErrorUs: Int64) {
        let device = settled()
        device.timeline = "t2"
        device.serverErrorUs = serverErrorUs
        device.tell(.keyStreamEnded)
        expectInStep(device, withinUs: 30_000)
        #expect(device.session.clock.timeline == "t2")
    }

    @Test(arguments: [1000, 100_000] as [Int64])
    func `stamps that are coarse make the interval wide, and nothing wrong`(granularityUs: Int64) {
        let device = settled(granularityUs: granularityUs)
        device.forgetWorst()
        device.run(seconds: 120)
        #expect(device.faults.isEmpty, "\(device.faults.prefix(3))")
        #expect(device.reading.uncertaintyUs < 3 * granularityUs + 20_000)
        #expect(device.worstErrorUs < 10_000 + granularityUs)
    }
}
