import ShelfClient
import ShelfModel
import ShelfTesting
import ShelfWire
import Testing

/// A session with a server and a network of arithmetic: hours pass in an instant.
struct VirtualDevice {
    var session: StoreSession
    var server: FakeStore
    var localUs: Int64 = 5_000_000
    /// The server's time minus the time here.
    var aheadUs: Int64
    var isServerUp = true
    /// Whether windows can be had, when the server is up.
    var servesWindows = true
    /// Whether the time can be had, when the server is up.
    var servesTime = true
    /// Whether key streams can be had, when the server is up.
    var servesStream = true
    /// Whether each stream that is opened ends at once.
    var endsStreams = false
    /// Whether the server has closed the store.
    var isStoreGone = false
    var timeline = "t1"
    /// Whether the key stream, though open, has gone dead.
    var isStreamDead = false
    /// Whether the key stream is open and brings nothing.
    var isStreamMute = false
    let delayUs: Int64 = 20_000
    /// Whether exchanges are swallowed.
    var isServerSilent = false
    private(set) var log: [(us: Int64, action: StoreSession.Action)] = []
    private(set) var archived: [UInt8]?
    /// What is on the screen since the last time that the session wanted it drawn.
    private(set) var drawn = Shelf.bare
    /// The status that was drawn with it.
    private(set) var drawnStatus = StoreStatus.idle
    /// The connections that were drawn, without repetitions.
    private(set) var connections: [StoreStatus.Connection] = []
    /// The problems that were drawn.
    private(set) var problems: [StoreProblem] = []
    private(set) var wakeUs: Int64?
    private(set) var isStreamOpen = false
    private var lastPushed = 0
    private var inbox: [(us: Int64, isPushed: Bool, event: StoreSession.Event)] = []

    /// Begins `minutes` after the store's epoch, on a device whose clock says 5 s.
    init(
        _ server: FakeStore, minutes: Int = 10, secret: AppSecret? = nil, seed: UInt64 = 1, pinned: PublicKey? = nil
    ) {
        self.server = server
        aheadUs = (FakeStore.epoch + .minutes(minutes)).milliseconds * 1000 + 7_000_000 - localUs
        session = StoreSession(
            store: "main", publicKey: pinned ?? server.publicKey, secret: secret ?? server.secret,
            random: SplitMix64(seed: seed))
    }

    /// Lets time pass until the server's clock shows a number of milliseconds after the store's epoch.
    mutating func run(toServerMs ms: Int64) {
        run(toLocalUs: (FakeStore.epoch + .milliseconds(ms)).milliseconds * 1000 - aheadUs)
    }

    var serverNow: Instant { Instant(milliseconds: (localUs + aheadUs) / 1000) }

    mutating func shelf() -> Shelf { session.shelf(at: localUs) }
    var status: StoreStatus { session.status(at: localUs) }

    func times(_ wanted: (StoreSession.Action) -> Bool) -> [Int64] { log.filter { wanted($0.action) }.map(\.us) }

    mutating func forgetLog() { log = [] }
    mutating func forgetDrawn() { connections = [] }

    mutating func tell(_ event: StoreSession.Event) {
        let actions = session.handle(event, at: localUs)
        for action in actions {
            log.append((localUs, action))
            perform(action)
        }
        if actions.contains(.redraw) { draw() }
    }

    /// Lets time pass, and everything happen that falls due.
    mutating func run(seconds: Int64) {
        run(toLocalUs: localUs + seconds * 1_000_000)
    }

    /// Brings an exchange that says that the server is further ahead.
    mutating func correct(byUs: Int64) {
        let thereUs = localUs + aheadUs + byUs
        tell(
            .timeAnswer(
                Exchange(
                    sentUs: localUs - 2, serverReceivedUs: thereUs, serverSentUs: thereUs, receivedUs: localUs,
                    serverUncertaintyUs: 0, timeline: timeline)))
    }

    mutating func run(toLocalUs endUs: Int64) {
        var standstill = StandstillDetector()
        while let nextUs = ([wakeUs] + inbox.map(\.us)).compactMap(\.self).min(), nextUs <= endUs {
            localUs = max(localUs, nextUs)
            guard !standstill.isStuck(at: localUs) else {
                Issue.record("the session always wants something at once")
                break
            }
            if let index = inbox.indices.filter({ inbox[$0].us <= localUs }).min(by: { inbox[$0].us < inbox[$1].us }) {
                deliver(inbox.remove(at: index))
            } else {
                wakeUs = nil
                tell(.wake)
            }
        }
        localUs = endUs
    }

    mutating func serverGoesDown() {
        isServerUp = false
        guard isStreamOpen else { return }
        closeStream()
        tell(.keyStreamEnded)
    }

    private mutating func deliver(_ item: (us: Int64, isPushed: Bool, event: StoreSession.Event)) {
        if item.isPushed { pushNext() }
        tell(item.event)
    }

    private mutating func perform(_ action: StoreSession.Action) {
        switch action {
        case .fetchWindow(let etag): answer(isServerUp ? window(etag) : .windowFailed)
        case .exchangeTime: if !isServerSilent { answer(isServerUp && servesTime ? exchange() : .timeFailed) }
        case .openKeyStream: openStream()
        case .closeKeyStream: closeStream()
        case .fetchKey(_, let slot): answer(isServerUp ? .keyAnswer(server.released(slot)) : .keyFailed)
        case .fetchStores: if isServerUp { answer(.storesAnswer([server.description])) }
        case .archive(let bytes): archived = bytes
        case .archiveClock: break
        case .wake(let us): wakeUs = us
        case .redraw: break
        }
    }

    private mutating func draw() {
        (drawn, drawnStatus) = (shelf(), status)
        if connections.last != drawnStatus.connection { connections.append(drawnStatus.connection) }
        if let problem = drawnStatus.problem { problems.append(problem) }
        tell(.drawn)
    }

    private mutating func answer(_ event: StoreSession.Event) {
        inbox.append((localUs + 2 * delayUs, false, event))
    }

    private func window(_ etag: String?) -> StoreSession.Event {
        if isStoreGone { return .storeGone }
        guard servesWindows, let window = try? server.window(at: serverNow) else { return .windowFailed }
        return window.digest == etag ? .windowNotModified : .windowAnswer(bytes: window.bytes, etag: window.digest)
    }

    private func exchange() -> StoreSession.Event {
        let there = localUs + delayUs + aheadUs
        return .timeAnswer(
            Exchange(
                sentUs: localUs, serverReceivedUs: there, serverSentUs: there, receivedUs: localUs + 2 * delayUs,
                serverUncertaintyUs: 0, timeline: timeline))
    }

    private mutating func openStream() {
        guard isServerUp, servesStream else { return answer(.keyStreamEnded) }
        if endsStreams {
            answer(.keyStreamOpened)
            return answer(.keyStreamEnded)
        }
        isStreamOpen = true
        lastPushed = server.chain.newestReleased(at: serverNow) ?? 0
        push(lastPushed, at: localUs + 2 * delayUs)
    }

    private mutating func closeStream() {
        isStreamOpen = false
        inbox.removeAll(where: \.isPushed)
    }

    private mutating func pushNext() {
        guard !isStreamDead else { return }
        lastPushed = server.nextStart(after: lastPushed)
        push(lastPushed, at: server.chain.release(of: lastPushed).milliseconds * 1000 - aheadUs + delayUs)
    }

    private mutating func push(_ slot: Int, at us: Int64) {
        guard !isStreamMute else { return }
        let event = KeyEvent(released: server.released(slot), sequence: 0)
        inbox.append((us, true, .keyEvent(event)))
    }
}
