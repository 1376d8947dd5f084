import ShelfClient
import ShelfModel
import ShelfWire
import Testing

@Suite struct `A session` {
    static func isFetch(_ action: StoreSession.Action) -> Bool {
        if case .fetchWindow = action { return true }
        return false
    }

    func started(_ server: FakeStore = FakeStore(), seed: UInt64 = 1) -> VirtualDevice {
        var device = VirtualDevice(server, seed: seed)
        device.tell(.started(archived: nil))
        return device
    }

    /// What stands on the shelf when everything goes right.
    func expected(_ device: VirtualDevice) -> [String?] {
        (0..<device.server.positions).map { position in
            let seconds = Int((device.serverNow - FakeStore.epoch).wholeSeconds)
            let slot = seconds - (seconds - 10 * position - 1) % 60
            return device.server.name(position: position, slot: slot)
        }
    }

    func names(_ device: inout VirtualDevice) -> [String?] { device.shelf().positions.map(\.card?.name) }

    @Test func `shows the store as soon as the window, the time and the keys are there`() {
        var device = started()
        #expect(device.shelf() == .bare)
        #expect(device.status.connection == .connecting)
        device.run(seconds: 1)
        let names = names(&device)
        #expect(names == expected(device))
        #expect(device.status.connection == .live)
        #expect(device.status.clock.state == .synced)
        #expect(device.status.problem == nil)
        #expect(device.shelf().columns == 2)
        #expect(device.archived != nil)
    }

    @Test func `shows what the server sells, second by second, for an hour`() {
        var device = started()
        device.run(seconds: 1)
        for _ in 0..<3600 {
            device.run(seconds: 1)
            let names = names(&device)
            #expect(names == expected(device))
        }
    }

    /// In a minute each of the four positions begins, may be tapped, has faded in and fades out; four keys come.
    @Test func `draws anew at every change, and only then`() throws {
        var device = started()
        device.run(seconds: 5)
        device.forgetLog()
        let from = device.localUs
        device.run(seconds: 60)
        let redraws = device.times { $0 == .redraw }.filter { $0 > from }
        #expect((16...20).contains(redraws.count), "\(redraws.count)")
    }

    @Test(arguments: 0..<30 as Range<UInt64>) func `asks for the next window at a random moment 6 to 9 minutes later`(
        seed: UInt64
    ) throws {
        var device = started(seed: seed)
        device.run(seconds: 600)
        let fetches = device.times(Self.isFetch)
        #expect(fetches.count >= 2)
        #expect((359_000_000...541_000_000).contains(fetches[1] - fetches[0]))
    }

    @Test func `spreads a crowd over the three minutes`() {
        let second = (0..<100 as Range<UInt64>).map { seed in
            var device = started(seed: seed)
            device.run(seconds: 600)
            return device.times(Self.isFetch)[1] / 30_000_000
        }
        #expect(Set(second).count >= 6)
    }

    @Test func `asks again every five seconds, more or less, until the server is there`() {
        var device = VirtualDevice(FakeStore())
        device.isServerUp = false
        device.tell(.started(archived: nil))
        device.run(seconds: 120)
        let fetches = device.times(Self.isFetch)
        let gaps = zip(fetches, fetches.dropFirst()).map { $1 - $0 }
        #expect(gaps.count > 15)
        #expect(gaps.allSatisfy { (3_750_000...6_300_000).contains($0) })
        #expect(Set(gaps).count > 10)
        #expect(device.status.connection == .offline)
        device.isServerUp = true
        device.run(seconds: 20)
        let names = names(&device)
        #expect(names == expected(device))
        #expect(device.status.connection == .live)
    }

    @Test func `exchanges time in a burst, then every four seconds, then every sixteen`() {
        var device = started()
        device.run(seconds: 200)
        let at = device.times { $0 == .exchangeTime }
        let gaps = zip(at, at.dropFirst()).map { $1 - $0 - 2 * device.delayUs }
        #expect(gaps[..<7].allSatisfy { (80_000...160_000).contains($0) })
        #expect(gaps[7..<22].allSatisfy { (3_000_000...5_000_000).contains($0) })
        #expect(gaps[22...].allSatisfy { (12_000_000...20_000_000).contains($0) })
    }

    @Test func `does nothing while nobody looks, and is right at once when somebody does`() {
        var device = started()
        device.run(seconds: 30)
        device.tell(.hidden)
        #expect(!device.isStreamOpen)
        #expect(device.wakeUs == nil)
        device.run(seconds: 1)
        device.forgetLog()
        device.run(seconds: 240)
        #expect(device.log.isEmpty)
        device.tell(.shown)
        #expect(device.log.contains { $0.action == .redraw })
        device.run(seconds: 1)
        let names = names(&device)
        #expect(names == expected(device))
        #expect(device.times { $0 == .exchangeTime }.count > 3, "the clock is set anew")
    }

    @Test func `asks for a window on return when one fell due meanwhile`() {
        var device = started()
        device.run(seconds: 5)
        device.tell(.hidden)
        device.run(seconds: 3600)
        device.forgetLog()
        device.tell(.shown)
        #expect(device.log.contains { Self.isFetch($0.action) })
        device.run(seconds: 2)
        let names = names(&device)
        #expect(names == expected(device))
    }

    @Test func `leaves new items of a sealed store sealed when the server goes, and recovers`() {
        var device = started()
        device.run(seconds: 20)
        device.serverGoesDown()
        device.run(seconds: 70)
        #expect(device.shelf().positions.allSatisfy { $0.phase == .sealed })
        #expect(device.status.connection == .offline)
        device.run(seconds: 900)
        #expect(device.shelf().positions.allSatisfy { $0.phase == .empty }, "a bare shelf when the window runs out")
        device.isServerUp = true
        device.run(seconds: 40)
        let names = names(&device)
        #expect(names == expected(device))
        #expect(device.status.connection == .live)
    }

    @Test func `goes on in a prefetched store to the end of its window`() {
        let secret = AppSecret(bytes: Array(repeating: 3, count: 32))!
        var device = started(FakeStore(leadMs: 600_000, secret: secret))
        device.run(seconds: 20)
        device.serverGoesDown()
        // Items change at whole seconds, and after minutes alone the clock is off by some microseconds.
        device.run(toLocalUs: device.localUs + 500_000)
        for _ in 0..<570 {
            device.run(seconds: 1)
            let names = names(&device)
            #expect(names == expected(device))
        }
        device.run(seconds: 300)
        #expect(device.shelf().positions.allSatisfy { $0.phase == .empty })
        #expect(device.log.contains { $0.action == .openKeyStream }, "it hears no notices")
        device.isServerUp = true
        device.run(seconds: 30)
        let names = names(&device)
        #expect(names == expected(device))
    }

    @Test func `says that a prefetched store needs its app secret`() {
        let secret = AppSecret(bytes: Array(repeating: 3, count: 32))!
        var device = VirtualDevice(
            FakeStore(leadMs: 600_000, secret: secret), secret: AppSecret(bytes: Array(repeating: 4, count: 32)))
        device.tell(.started(archived: nil))
        device.run(seconds: 5)
        #expect(device.status.problem == .appSecretNeeded)
        #expect(device.shelf().positions.allSatisfy { $0.phase == .sealed })
    }

    @Test func `fetches a missed key by itself, ever more seldom`() throws {
        var device = started()
        device.run(seconds: 5)
        device.isStreamDead = true
        device.run(seconds: 120)
        let asked = device.log.compactMap { entry -> Int? in
            guard case .fetchKey(_, let slot) = entry.action else { return nil }
            return slot
        }
        #expect(asked.count >= 6, "what starts in two minutes, but for keys that came with a new stream")
        #expect(Set(asked).count == asked.count)
        #expect(device.times { $0 == .openKeyStream }.count > 1, "the stream that missed a key is opened anew")
        device.serverGoesDown()
        device.forgetLog()
        device.run(seconds: 300)
        let tries = device.times { if case .fetchKey = $0 { true } else { false } }
        let gaps = zip(tries, tries.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 <= 38_000_000 })
        #expect(gaps.dropFirst(6).allSatisfy { $0 >= 22_000_000 })
    }

    @Test func `opens the stream again, ever more seldom, while it is refused`() {
        var device = started()
        device.run(seconds: 5)
        device.serverGoesDown()
        device.forgetLog()
        device.run(seconds: 300)
        let tries = device.times { $0 == .openKeyStream }
        let gaps = zip(tries, tries.dropFirst()).map { $1 - $0 }
        #expect((50...100).contains(tries.count))
        #expect(gaps.dropFirst(6).allSatisfy { (3_750_000...6_300_000).contains($0) })
    }

    @Test func `opens the stream again, ever more seldom, while each ends as soon as it is open`() {
        var device = started()
        device.run(seconds: 5)
        device.endsStreams = true
        device.serverGoesDown()
        device.isServerUp = true
        device.forgetLog()
        device.run(seconds: 300)
        let tries = device.times { $0 == .openKeyStream }
        let gaps = zip(tries, tries.dropFirst()).map { $1 - $0 }
        #expect((50...100).contains(tries.count))
        #expect(gaps.dropFirst(6).allSatisfy { (3_750_000...6_300_000).contains($0) })
    }

    @Test func `sets its clock anew after a jump and on another network`() {
        for event in [
            StoreSession.Event.networkChanged, .discontinuity(ClockJump(byUs: 3_000_000, sinceUs: 0, noticedUs: 0)),
            .resumed,
        ] {
            var device = started()
            device.run(seconds: 300)
            device.forgetLog()
            device.tell(event)
            device.run(seconds: 2)
            #expect(device.times { $0 == .exchangeTime }.count >= 8)
            #expect(device.status.clock.state == .synced)
        }
    }

    @Test func `a correction in the last moment neither moves a change nor shows it twice`() throws {
        var device = started()
        device.run(seconds: 300)
        let change = try #require(device.shelf().nextChange)
        let changeUs = change.milliseconds * 1000 - device.aheadUs
        device.run(toLocalUs: changeUs - 150_000)
        device.correct(byUs: 90_000)
        #expect(try #require(device.status.clock.now) > change - .milliseconds(65))
        device.run(toLocalUs: changeUs - 20_000)
        #expect(try #require(device.status.clock.now) > change, "by the clock it is past")
        #expect(try #require(device.shelf().instant) < change)
        device.run(toLocalUs: changeUs + 2_000)
        #expect(try #require(device.shelf().instant) >= change)
    }

    @Test func `gives up what it had asked for when the network changes, and asks anew at once`() {
        var device = started()
        device.run(seconds: 300)
        device.forgetLog()
        device.isServerSilent = true
        device.tell(.resumed)
        device.isServerSilent = false
        device.tell(.networkChanged)
        device.run(seconds: 2)
        #expect(device.times { $0 == .exchangeTime }.count >= 9, "the one that hangs, and a burst")
        #expect(device.times { $0 == .closeKeyStream }.count == 1, "nobody knows whether it is alive")
        #expect(device.times { $0 == .openKeyStream }.count == 1)
    }

    @Test func `sets its clock anew when the key stream opens again after a loss`() {
        var device = started()
        device.run(seconds: 300)
        device.serverGoesDown()
        device.isServerUp = true
        device.forgetLog()
        device.run(seconds: 3)
        #expect(device.times { $0 == .exchangeTime }.count >= 8)
    }

    @Test func `follows a server that begins another timeline`() {
        var device = started()
        device.run(seconds: 100)
        device.forgetLog()
        device.timeline = "t2"
        device.aheadUs += 60_000_000
        device.run(seconds: 30)
        #expect(device.times { $0 == .exchangeTime }.count >= 8, "a burst on the new timeline")
        let now = device.status.clock.now
        #expect(now == device.serverNow)
    }
}
