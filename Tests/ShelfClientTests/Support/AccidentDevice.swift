import ShelfClient
import ShelfModel
import ShelfTesting
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
    /// By how much the device's clock runs fast.
    let driftPpm: Int64
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
    private var inbox: [Arrival] = []

    private struct Arrival {
        enum Kind: Hashable { case exchange, answer, pushed(stream: Int) }

        let us: Int64
        let kind: Kind
        let event: () -> StoreSession.Event

        var isPushed: Bool { if case .pushed = kind { true } else { false } }
    }

    private var shown: [Int: Instant] = [:]
    private var lastReadUs = Int64.min
    private let bornUs: Int64
    private var random: SplitMix64
    /// How many exchanges were asked for.
    private(set) var exchanges = 0
    /// What was seen that may not be.
    private(set) var faults: [String] = []
    private(set) var worstErrorUs: Int64 = 0

    init(granularityUs: Int64 = 1, driftPpm: Int64 = 60, seed: UInt64 = 1) {
        trueUs = (FakeStore.epoch + .minutes(10)).us + 7_000_000
        (watchUs, bornUs) = (trueUs, trueUs)
        self.driftPpm = driftPpm
        random = SplitMix64(seed: seed + 77)
        self.granularityUs = granularityUs
        clock = SyncClock(local: time.local)
        session = Self.session(server, granularityUs, seed)
        start(nil)
    }

    var localUs: Int64 {
        (trueUs + localAheadUs + (trueUs - bornUs) * driftPpm / 1_000_000) / granularityUs * granularityUs
    }
    /// When the device's clock will say so much, truly.
    private func trueUs(ofLocal us: Int64) -> Int64 {
        let runUs = (us - localAheadUs - bornUs) * 1_000_000 / (1_000_000 + driftPpm)
        return bornUs + runUs + granularityUs + 1
    }
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

    /// The process stands still; what comes meanwhile is found afterwards, keys aside.
    func sleep(seconds: Int64) {
        trueUs += seconds * 1_000_000
        inbox.removeAll(where: \.isPushed)
        watchUs = trueUs
        look()
        deliver()
        tell(.resumed)
    }

    /// Goes on until an exchange is under way.
    func runToExchange() {
        let before = exchanges
        let endUs = trueUs + 600_000_000
        while exchanges == before, trueUs < endUs { run(milliseconds: 5) }
        if exchanges == before { faults.append("no exchange for ten minutes") }
    }

    func forgetWorst() { worstErrorUs = 0 }

    func tell(_ event: StoreSession.Event) {
        setClocks()
        for jump in clock.takeJumps() { handle(.discontinuity(jump)) }
        handle(event)
    }

    /// Lets time pass, a frame at a time.
    func run(seconds: Int64) { run(milliseconds: seconds * 1000) }

    private func run(milliseconds: Int64) {
        let endUs = trueUs + milliseconds * 1000
        var frameUs = trueUs
        var standstill = StandstillDetector()
        while trueUs < endUs {
            guard !standstill.isStuck(at: trueUs) else { return faults.append("it always wants something at once") }
            let timerUs = wakeUs.map { max(trueUs, trueUs(ofLocal: $0)) }
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
    func look() {
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
            store: "main", publicKey: server.publicKey, granularityUs: granularityUs, random: SplitMix64(seed: seed))
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
            guard !item.isPushed || (item.kind == .pushed(stream: streams) && isStreamOpen) else { continue }
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

    /// What is asked without a network fails after a while.
    private func ask(
        _ kind: Arrival.Kind = .answer, failed: StoreSession.Event, atUs us: Int64? = nil,
        _ event: @escaping () -> StoreSession.Event
    ) {
        let isLost = !isConnected
        inbox.append(
            Arrival(us: isLost ? trueUs + 5_000_000 : us ?? trueUs + upUs + downUs, kind: kind) {
                isLost ? failed : event()
            })
    }

    private func windowAnswer() -> StoreSession.Event {
        guard hasStore else { return .windowFailed }
        return (try? server.window(at: serverNow)).map { .windowAnswer(bytes: $0.bytes, etag: nil) } ?? .windowFailed
    }

    private func exchange() {
        exchanges += 1
        inbox.removeAll { $0.kind == .exchange }
        let (sentUs, timeline, wayUs) = (localUs, timeline, upUs + jitterUs())
        let (thereUs, uncertaintyUs) = (serverUs + wayUs, abs(serverErrorUs))
        ask(.exchange, failed: .timeFailed, atUs: trueUs + wayUs + downUs + jitterUs()) {
            .timeAnswer(
                Exchange(
                    sentUs: sentUs, serverReceivedUs: thereUs, serverSentUs: thereUs, receivedUs: self.localUs,
                    serverUncertaintyUs: uncertaintyUs, timeline: timeline))
        }
    }

    private func jitterUs() -> Int64 { Int64.random(in: 0...2000, using: &random) }

    private func openStream() {
        guard isConnected, hasStore else {
            return inbox.append(Arrival(us: trueUs + 1_000_000, kind: .answer) { .keyStreamEnded })
        }
        (isStreamOpen, streams) = (true, streams + 1)
        lastPushed = server.chain.newestReleased(at: serverNow) ?? 0
        push(lastPushed, atUs: trueUs + upUs + downUs)
    }

    private func push(_ slot: Int, atUs us: Int64) {
        inbox.append(
            Arrival(us: us, kind: .pushed(stream: streams)) {
                self.pushNext()
                return .keyEvent(KeyEvent(released: self.server.released(slot), sequence: 0))
            })
    }

    /// The store's only chain lasts two hours; a day later there is still the time to be had.
    private var hasStore: Bool { serverNow < FakeStore.epoch + .minutes(100) }

    private func pushNext() {
        guard hasStore else { return }
        lastPushed = server.nextStart(after: lastPushed)
        push(lastPushed, atUs: server.chain.release(of: lastPushed).us - serverErrorUs + downUs)
    }
}

extension Instant {
    fileprivate var us: Int64 { milliseconds * 1000 }
}
