import ShelfClient
import ShelfModel
import ShelfWire

/// A session on a device to whose clocks, network and server anything may happen.
///
/// Time here is the true time; the device knows only its own clocks. A frame is
/// drawn every 20 ms, and what it shows is held against the truth.
final class AccidentDevice {
    private(set) var trueUs: Int64
    private(set) var session: StoreSession
    private(set) var clock: SyncClock
    private let server = FakeStore()
    private let time = ManualClock()
    private let granularityUs: Int64

    /// The device's clocks, against the true time.
    var localAheadUs: Int64 = -1_700_000_000_000_000
    var wallAheadUs: Int64 = 3_000_000
    var upUs: Int64 = 15_000
    var downUs: Int64 = 10_000
    var isConnected = true
    var timeline = "t1"
    /// How far the server's timeline is off, which it says of itself.
    var serverErrorUs: Int64 = 0

    private var wakeUs: Int64?
    private var watchUs: Int64
    private var isStreamOpen = false
    private var streams = 0
    private var lastPushed = 0
    private var inbox: [(us: Int64, stream: Int?, event: () -> StoreSession.Event)] = []
    private var shown: [Int: Instant] = [:]
    private var lastReadUs = Int64.min
    /// What was seen that may not be.
    private(set) var faults: [String] = []
    private(set) var worstErrorUs: Int64 = 0

    init(granularityUs: Int64 = 1, seed: UInt64 = 1) {
        trueUs = (FakeStore.epoch + .minutes(10)).us + 7_000_000
        watchUs = trueUs
        self.granularityUs = granularityUs
        clock = SyncClock(local: time.local)
        session = Self.session(server, granularityUs, seed)
        start(nil)
    }

    var localUs: Int64 { (trueUs + localAheadUs) / granularityUs * granularityUs }
    var reading: ClockReading { clock.reading() }
    var errorUs: Int64 { abs(reading.nowUs - trueUs) }

    /// The app ends and starts again, with what it kept of the time if that is still of this device's clock.
    func restartApp(bootSession: String, savedOn saved: SavedClock?) {
        session = Self.session(server, granularityUs, 2)
        (inbox, wakeUs, isStreamOpen, shown, lastReadUs) = ([], nil, false, [:], .min)
        setClocks()
        clock = SyncClock(local: time.local)
        let isValid = saved?.isValid(bootSession: bootSession, nowUs: localUs, wallUs: trueUs + wallAheadUs)
        start(isValid == true ? saved : nil)
    }

    func saved(bootSession: String) -> SavedClock? {
        session.clock.saved(bootSession: bootSession, wallAheadUs: trueUs + wallAheadUs - localUs)
    }

    /// The process stands still; what comes meanwhile is lost.
    func sleep(seconds: Int64) {
        trueUs += seconds * 1_000_000
        (inbox, watchUs) = ([], trueUs)
        isStreamOpen = false
        look()
        tell(.timeFailed)
        tell(.keyStreamEnded)
        tell(.shown)
    }

    func forgetWorst() { worstErrorUs = 0 }

    func tell(_ event: StoreSession.Event) {
        setClocks()
        for jump in clock.takeJumps() { handle(.discontinuity(jump)) }
        handle(event)
    }

    /// Lets time pass, a frame at a time.
    func run(seconds: Int64, judging: Bool = true) {
        let endUs = trueUs + seconds * 1_000_000
        var frameUs = trueUs
        while trueUs < endUs {
            let timerUs = wakeUs.map { max(trueUs, $0 - localAheadUs) }
            trueUs = min([frameUs, watchUs, timerUs, inbox.map(\.us).min(), endUs].compactMap(\.self).min()!, endUs)
            deliver()
            if let wake = wakeUs, wake <= localUs {
                wakeUs = nil
                tell(.wake)
            }
            if watchUs <= trueUs { watchUs += 1_000_000 }
            guard frameUs <= trueUs else { continue }
            frameUs += 20_000
            look()
        }
    }

    /// One frame: reads the clock and draws the shelf.
    private func look() {
        setClocks()
        for jump in clock.takeJumps() { handle(.discontinuity(jump)) }
        let reading = clock.reading()
        guard reading.state != .unsynced else { return }
        let errorUs = reading.nowUs - trueUs
        worstErrorUs = max(worstErrorUs, abs(errorUs))
        if reading.nowUs < lastReadUs { faults.append("back by \(lastReadUs - reading.nowUs) µs") }
        if abs(errorUs) > reading.uncertaintyUs {
            faults.append("off by \(errorUs), ±\(reading.uncertaintyUs) µs said")
        }
        lastReadUs = reading.nowUs
        for position in session.shelf(at: localUs).positions { see(position) }
    }

    private func see(_ position: ShelfPosition) {
        guard let listing = position.listing else { return }
        let before = shown[position.position] ?? listing.start
        if listing.start < before { faults.append("position \(position.position) went back") }
        let earlyUs = listing.start.us - trueUs
        if earlyUs > 30_000 + granularityUs { faults.append("position \(position.position) early by \(earlyUs) µs") }
        shown[position.position] = max(before, listing.start)
    }

    private static func session(_ server: FakeStore, _ granularityUs: Int64, _ seed: UInt64) -> StoreSession {
        StoreSession(
            store: "main", publicKey: server.publicKey, granularityUs: granularityUs, random: SeededGenerator(seed))
    }

    private func start(_ saved: SavedClock?) {
        handle(.started(archived: try? server.window(at: serverNow).bytes, clock: saved))
    }

    private var serverNow: Instant { Instant(milliseconds: serverUs / 1000) }
    private var serverUs: Int64 { trueUs + serverErrorUs }

    private func setClocks() {
        time.nowUs = localUs
        time.wallUs = trueUs + wallAheadUs
    }

    private func handle(_ event: StoreSession.Event) {
        setClocks()
        for action in session.handle(event, at: localUs) { perform(action) }
        clock.follow(session.clock)
    }

    private func deliver() {
        while let index = inbox.firstIndex(where: { $0.us <= trueUs }) {
            let item = inbox.remove(at: index)
            guard item.stream == nil || (item.stream == streams && isStreamOpen) else { continue }
            tell(item.event())
        }
    }

    private func perform(_ action: StoreSession.Action) {
        switch action {
        case .fetchWindow: ask(failed: .windowFailed) { self.windowAnswer() }
        case .exchangeTime: exchange()
        case .openKeyStream: openStream()
        case .closeKeyStream: isStreamOpen = false
        case .fetchKey(_, let slot): ask(failed: .keyFailed) { .keyAnswer(self.server.released(slot)) }
        case .wake(let us): wakeUs = us
        case .fetchStores, .archive, .archiveClock, .redraw: break
        }
    }

    private func ask(failed: StoreSession.Event, _ event: @escaping () -> StoreSession.Event) {
        guard isConnected else { return inbox.append((trueUs + 1_000_000, nil, { failed })) }
        inbox.append((trueUs + upUs + downUs, nil, event))
    }

    private func windowAnswer() -> StoreSession.Event {
        (try? server.window(at: serverNow)).map { .windowAnswer(bytes: $0.bytes, etag: nil) } ?? .windowFailed
    }

    private func exchange() {
        let (sentUs, timeline, thereUs) = (localUs, timeline, serverUs + upUs)
        let uncertaintyUs = abs(serverErrorUs)
        ask(failed: .timeFailed) {
            .timeAnswer(
                Exchange(
                    sentUs: sentUs, serverReceivedUs: thereUs, serverSentUs: thereUs, receivedUs: self.localUs,
                    serverUncertaintyUs: uncertaintyUs, timeline: timeline))
        }
    }

    private func openStream() {
        guard isConnected else { return inbox.append((trueUs + 1_000_000, nil, { .keyStreamEnded })) }
        (isStreamOpen, streams) = (true, streams + 1)
        lastPushed = server.chain.newestReleased(at: serverNow) ?? 0
        push(lastPushed, atUs: trueUs + upUs + downUs)
    }

    private func push(_ slot: Int, atUs us: Int64) {
        inbox.append(
            (
                us, streams,
                {
                    self.pushNext()
                    return .keyEvent(KeyEvent(released: self.server.released(slot), sequence: 0))
                }
            ))
    }

    private func pushNext() {
        lastPushed = server.nextStart(after: lastPushed)
        push(lastPushed, atUs: server.chain.release(of: lastPushed).us - serverErrorUs + downUs)
    }
}

extension Instant {
    fileprivate var us: Int64 { milliseconds * 1000 }
}
