import Foundation
import ShelfClient
import ShelfModel
import ShelfWire
import Testing

@Suite struct `An outage` {
    func live(_ server: FakeStore = FakeStore()) -> VirtualDevice {
        var device = VirtualDevice(server)
        device.tell(.started(archived: nil))
        device.run(seconds: 200)
        return device
    }

    static let prefetched = FakeStore(leadMs: 600_000, secret: AppSecret(bytes: Array(repeating: 3, count: 32))!)

    @Test func `is told ten seconds after the connection was broken off, by itself, with since when`() {
        var device = live()
        let since = device.serverNow
        device.serverGoesDown()
        device.run(seconds: 9)
        #expect(device.drawnStatus.problem == nil)
        device.run(seconds: 2)
        #expect(device.drawnStatus.problem == .unreachable(.server, since: since))
        #expect(device.drawnStatus.connection == .offline)
    }

    @Test func `of a prefetched store is told after ten seconds too, though it needs no keys`() {
        var device = live(Self.prefetched)
        let since = device.serverNow
        device.serverGoesDown()
        device.run(seconds: 11)
        #expect(device.drawnStatus.problem == .unreachable(.server, since: since))
    }

    @Test
    func `that began with silence is told fifty seconds after it where no key is due, since the stream was last heard`()
    {
        var device = live(Self.prefetched)
        let since = device.serverNow
        (device.isServerUp, device.isServerSilent, device.isStreamDead) = (false, true, true)
        device.run(seconds: 45)
        #expect(device.drawnStatus.problem == nil)
        device.tell(.keyStreamSilent(forUs: 45_000_000))
        device.run(seconds: 5)
        #expect(device.drawnStatus.problem == .unreachable(.server, since: since))
    }

    @Test
    func
        `of a line that swallows what is sent is told three seconds after a key was due, and another stream is opened`()
        throws
    {
        var device = live()
        func nextStart() throws -> Instant { try #require(device.drawn.positions.compactMap(\.listing?.end).min()) }
        // The next key is on its way already.
        (device.isServerUp, device.isServerSilent, device.isStreamDead) = (false, true, true)
        device.run(toServerMs: (try nextStart() - FakeStore.epoch).milliseconds + 100)
        let due = try nextStart()
        device.forgetLog()
        device.run(toServerMs: (due - FakeStore.epoch).milliseconds + 2_000)
        #expect(device.drawnStatus.problem == nil)
        device.run(seconds: 4)
        guard case .unreachable(.server, _)? = device.drawnStatus.problem else {
            Issue.record("\(String(describing: device.drawnStatus.problem))")
            return
        }
        #expect(device.drawnStatus.connection == .offline)
        #expect(!device.times { $0 == .closeKeyStream }.isEmpty)
        (device.isServerUp, device.isServerSilent, device.isStreamDead) = (true, false, false)
        device.run(seconds: 20)
        #expect(device.drawnStatus.problem == nil && device.drawnStatus.connection == .live)
    }

    @Test func `in which a stream doesn't open gives it up after eight seconds, and opens another`() {
        var device = VirtualDevice(FakeStore())
        device.isStreamMute = true
        device.tell(.started(archived: nil))
        device.run(seconds: 40)
        let opened = device.times { $0 == .openKeyStream }
        let waits = zip(opened, opened.dropFirst()).map { Double($1 - $0) / 1e6 }
        #expect(opened.count >= 3 && waits.allSatisfy { (8..<15).contains($0) }, "\(waits)")
        device.isStreamMute = false
        device.run(seconds: 15)
        #expect(device.drawnStatus.connection == .live && device.drawnStatus.problem == nil)
    }

    @Test func `of a server that told the time after its stream fell silent began when that was told last`() throws {
        var device = live()
        device.isStreamDead = true
        let silent = device.serverNow
        device.run(seconds: 40)
        (device.isServerUp, device.isServerSilent) = (false, true)
        let stopped = device.serverNow
        device.run(seconds: 5)
        device.tell(.keyStreamSilent(forUs: 45_000_000))
        device.run(seconds: 20)
        guard case .unreachable(.server, let since)? = device.drawnStatus.problem else {
            Issue.record("\(String(describing: device.drawnStatus.problem))")
            return
        }
        #expect(since > silent && since <= stopped)
    }

    @Test func `is over with the first answer that lets the store be shown`() {
        var device = live()
        device.serverGoesDown()
        device.run(seconds: 30)
        device.isServerUp = true
        device.run(seconds: 10)
        #expect(device.drawnStatus.problem == nil)
        #expect(device.drawnStatus.connection == .live)
    }

    @Test func `that is over before ten seconds is never told`() {
        var device = live()
        device.serverGoesDown()
        device.run(seconds: 3)
        device.isServerUp = true
        device.forgetLog()
        device.run(seconds: 60)
        #expect(device.problems.isEmpty)
    }

    @Test func `of a stream that comes again at once is none`() {
        var device = live(Self.prefetched)
        for _ in 0..<20 {
            device.tell(.keyStreamEnded)
            device.run(seconds: 20)
        }
        #expect(device.problems.isEmpty)
    }

    @Test
    func `of a prefetched store's stream alone is none, since an exchange shows at once that the server is there`() {
        var device = live(Self.prefetched)
        device.servesStream = false
        device.tell(.keyStreamEnded)
        device.run(seconds: 60)
        #expect(device.problems.isEmpty)
    }

    @Test func `from the start is told by the wall clock, since the server's time isn't known`() {
        var device = VirtualDevice(FakeStore())
        device.isServerUp = false
        device.tell(.started(archived: nil, wallAheadUs: 1_700_000_000_000_000 - device.localUs))
        device.run(seconds: 11)
        let since = Instant(milliseconds: 1_700_000_000_000 + 2 * device.delayUs / 1000)
        guard case .unreachable(.server, let told)? = device.drawnStatus.problem else {
            Issue.record("nothing is told")
            return
        }
        #expect((Instant(milliseconds: 1_700_000_000_000)...since).contains(told))
    }

    @Test func `of the time alone says so, instead of showing empty positions without a word`() {
        var device = VirtualDevice(FakeStore())
        device.servesTime = false
        device.tell(.started(archived: nil, wallAheadUs: 1_700_000_000_000_000 - device.localUs))
        device.run(seconds: 12)
        #expect(device.shelf().positions.allSatisfy { $0.phase == .empty })
        guard case .unreachable(.time, _)? = device.drawnStatus.problem else {
            Issue.record("\(String(describing: device.drawnStatus.problem))")
            return
        }
        device.servesTime = true
        device.run(seconds: 10)
        #expect(device.drawnStatus.problem == nil)
    }

    @Test func `is forgotten while nobody looks`() {
        var device = live()
        device.serverGoesDown()
        device.run(seconds: 30)
        device.tell(.hidden)
        device.isServerUp = true
        device.tell(.shown)
        device.run(seconds: 1)
        #expect(device.drawnStatus.problem == nil)
    }

    /// Right after a restore a server tells the time, and has no windows and no streams yet.
    @Test func `of a server that was restored stays one outage until the store is served again`() {
        var device = live()
        device.serverGoesDown()
        device.run(seconds: 5)
        (device.isServerUp, device.servesWindows, device.servesStream) = (true, false, false)
        device.forgetDrawn()
        device.run(seconds: 50)
        #expect(device.connections == [.offline])
        guard case .unreachable(.store, _)? = device.drawnStatus.problem else {
            Issue.record("\(String(describing: device.drawnStatus.problem))")
            return
        }
        (device.servesWindows, device.servesStream) = (true, true)
        device.run(seconds: 10)
        #expect(device.connections == [.offline, .live])
        #expect(device.drawnStatus.problem == nil)
    }

    @Test func `says since when, as a time of day`() {
        let noon = Date(timeIntervalSince1970: 1_800_000_000)
        let problem = StoreProblem.unreachable(.server, since: Instant(milliseconds: 1_800_000_000_000))
        let time = noon.formatted(date: .omitted, time: .standard)
        #expect("\(problem)" == "the server can't be reached since \(time)")
    }
}
