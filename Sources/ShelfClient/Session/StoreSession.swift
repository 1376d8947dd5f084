import ShelfModel
package import ShelfWire

/// Everything a client knows of one store and everything it wants to do, as a value.
///
/// Events go in, actions come out. Nothing here waits, reads a clock or opens
/// a socket, so a day of a store with lost networks is arithmetic in a test:
///
///     var session = StoreSession(store: "main", publicKey: key)
///     var actions = session.handle(.started(archived: nil), at: 0)
///     // perform them, then tell what came of it
///     actions = session.handle(.windowAnswer(bytes: bytes, etag: nil), at: 35_000)
///     let shelf = session.shelf(at: 36_000)
///
/// After each event the session sends the requests that are due, opens or closes the key stream, and sets its one
/// timer.
package struct StoreSession: Sendable {
    package enum Event: Sendable {
        /// Begins, on screen, with the window that was kept, and with the kept time if the device's clock is still the
        /// same.
        ///
        /// - `apartUs` is how far this device's clock and its wall clock have moved apart since the time was kept.
        /// - `rate` is what was learnt of this device's clock before its last start.
        /// - `wallAheadUs` is how far this device's wall clock is ahead of its clock.
        case started(
            archived: [UInt8]?, clock: SavedClock? = nil, apartUs: Int64 = 0, rate: RatePrior? = nil,
            wallAheadUs: Int64 = 0)
        case shown
        case hidden
        case windowAnswer(bytes: [UInt8], etag: String?)
        case windowNotModified
        case windowFailed
        /// Something else than a Shelflife server answered the request for a window, or the address is none.
        case wrongServer(TransportError)
        case timeAnswer(Exchange)
        case timeFailed
        case keyStreamOpened
        case keyEvent(KeyEvent)
        case notice(SignedNotice)
        case keyStreamEnded
        /// The key stream was given up, because nothing came on it for this time.
        case keyStreamSilent(forUs: Int64)
        /// The key stream was given up, because it brought more than a true one can.
        case keyStreamFlooded
        case keyAnswer(ReleasedKey)
        case keyFailed
        case storesAnswer([StoreDescription])
        case storesFailed
        /// The list of stores is wanted, now and whenever it is another.
        case storesWanted
        /// The list of stores has just come to somebody else, and is wanted whenever it is another.
        case storesListed([StoreDescription])
        /// The key stream names what the server says of its stores now.
        case storesAnnounced(version: String)
        /// The window with this sequence has other columns, or the store is open again.
        case windowAnnounced(sequence: Int64)
        /// The server says that the store has closed.
        case storeGone
        /// The server says that the store sells nothing for a while, or that it goes on.
        case storePaused(Bool)
        /// The server has no such store, and those with these ids.
        case storeUnlisted([String])
        /// The key stream was refused, because the server has no such store or isn't ready.
        case keyStreamRefused
        /// ``StoreSession/shelf(at:)`` was drawn. What it shows for the first time becomes free to be tapped later,
        /// and is drawn again then.
        case drawn
        /// The timer rang.
        case wake
        case networkChanged
        /// The device or the process was asleep, so connections may have broken unnoticed.
        case resumed
        /// This device's clock or its wall clock stood still or jumped.
        case discontinuity(ClockJump)
    }

    package enum Action: Hashable, Sendable {
        case fetchWindow(etag: String?)
        case exchangeTime
        case openKeyStream
        case closeKeyStream
        case fetchKey(chain: ChainID, slot: Int)
        case fetchStores
        case archive([UInt8])
        /// Keeps what is known of the time.
        case archiveClock
        /// Sets the one timer, in place of what was set before; `nil` stops it.
        case wake(atLocalUs: Int64?)
        case redraw
    }

    package let store: String
    package let publicKey: PublicKey
    let secret: AppSecret?
    var random: any RandomNumberGenerator & Sendable

    package internal(set) var clock: ClockEstimate
    var keyRing = KeyRing()
    package internal(set) var window: WindowFile?
    /// The latest incarnation that a window has named. Windows of earlier ones are refused.
    var incarnation = Instant.distantPast
    /// The incarnation of the window in use, if that window replaced one of an earlier incarnation.
    var newIncarnation: Instant?
    var etag: String?
    /// Whether the window in use is the one that was kept, and the server hasn't been heard since.
    var isWindowKept = false
    var playback: Playback?
    var closed = ClosedListings()
    var keyWatch = KeyWatch()
    var replaced = ReplacedListings()
    var problem: StoreProblem?
    /// The server's stores, in its order; empty until they are wanted and have come.
    package internal(set) var stores: [StoreDescription] = []
    var followsStores = false
    /// The newest version that was announced.
    var storesVersion: String?
    /// How often in a row the server has said that it has no such store.
    var timesGone = 0
    /// Whether the store sells nothing for a while.
    var isPaused = false
    /// Whether the store has been open: since the start, or when the window was made that was kept.
    var wasOpen = false

    private var isRunning = false
    var isOnScreen = true
    var windowRequest = RequestState()
    var timeRequest = RequestState()
    var keyRequest = RequestState()
    var streamRequest = RequestState()
    var storesRequest = RequestState()
    var exchanges = ExchangeSchedule()
    var stream = Stream.closed
    /// When the stream was opened last.
    var streamOpenedUs: Int64 = 0
    /// Whether a stream has brought a forged key, and none since has brought a new one that is true.
    var isForged = false
    var failuresInARow = 0
    var serverOutage: Outage?
    var timeOutage: Outage?
    /// What was last drawn as unreachable.
    var toldUnreachable: StoreProblem.Unreachable?
    /// When the server last told the time.
    var timeAnsweredUs: Int64?
    /// How far this device's wall clock was ahead of its clock at the start. It only tells a person since when nothing
    /// is heard, as long as the server's time isn't known.
    var wallAheadUs: Int64 = 0
    private var redrawUs: Int64?
    private var latchUs: Int64?
    var latch = ChangeLatch()
    var tapGuard = TapGuard()
    var clockSavedUs: Int64?
    var needsRedraw = false
    private var timerUs: Int64?

    enum Stream { case closed, opening, open }

    /// - Parameters:
    ///   - publicKey: checks the store's signatures. It must be built into the app.
    ///   - secret: needed for prefetched stores only.
    ///   - granularityUs: the resolution of this device's clock, in microseconds.
    ///   - random: varies delays, so that many clients don't do the same at the same moment.
    package init(
        store: String, publicKey: PublicKey, secret: AppSecret? = nil,
        granularityUs: Int64 = 1, random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        clock = ClockEstimate(granularityUs: granularityUs)
        self.store = store
        self.publicKey = publicKey
        self.secret = secret
        self.random = random
    }

    package var isActive: Bool { isRunning && isOnScreen }

    /// - Parameter localUs: this device's time, which never goes back from one call to the next.
    package mutating func handle(_ event: Event, at localUs: Int64) -> [Action] {
        var actions = respond(to: event, at: localUs)
        actions += isActive ? settle(at: localUs) : rest()
        return actions
    }

    private mutating func respond(to event: Event, at localUs: Int64) -> [Action] {
        switch event {
        case .started(let archived, let saved, let apartUs, let rate, let wallAheadUs):
            self.wallAheadUs = wallAheadUs
            if let rate { clock.expect(rate) }
            if let saved { clock.restore(saved, apartUs: apartUs) }
            start(archived, at: localUs)
        case .shown: show(at: localUs)
        case .hidden: isOnScreen = false
        case .windowAnswer(let bytes, let etag): return windowCame(bytes, etag: etag, at: localUs)
        case .windowNotModified: windowIsNewest(at: localUs)
        case .windowFailed: windowFailed(at: localUs)
        case .wrongServer(let error): wrongServer(error, at: localUs)
        case .timeAnswer(let exchange): return timeCame(exchange, at: localUs)
        case .timeFailed: timeFailed(at: localUs)
        case .keyStreamOpened: streamOpened(at: localUs)
        case .keyEvent(let event): return keyCame(event.released, at: localUs)
        case .notice(let notice): noticeCame(notice, at: localUs)
        case .keyStreamEnded: streamEnded(at: localUs)
        case .keyStreamSilent(let us): streamEnded(at: localUs, silentUs: us)
        case .keyStreamFlooded: return streamForged(at: localUs)
        case .keyAnswer(let released): return keyAnswered(released, at: localUs)
        case .keyFailed: keyFailed(at: localUs)
        case .keyStreamRefused: hurryWindow(at: localUs)
        case .storesAnswer(let stores): storesCame(stores)
        case .storesFailed: storesFailed(at: localUs)
        case .storesWanted: followStores(from: [], at: localUs)
        case .storesListed(let stores): followStores(from: stores, at: localUs)
        case .storesAnnounced(let version): storesAnnounced(version, at: localUs)
        case .windowAnnounced(let sequence): windowAnnounced(sequence, at: localUs)
        case .storeGone: storeGone(.gone, at: localUs)
        case .storePaused(let isPaused): storePaused(isPaused, at: localUs)
        case .storeUnlisted(let listed): storeUnlisted(listed, at: localUs)
        case .drawn: break
        case .wake: timerUs = nil
        case .networkChanged: networkChanged(at: localUs)
        case .resumed: return resumed(at: localUs)
        case .discontinuity(let jump): clockJumped(jump, at: localUs)
        }
        return []
    }

    private mutating func start(_ archived: [UInt8]?, at localUs: Int64) {
        isRunning = true
        if let archived { takeArchived(archived, at: localUs) }
        windowRequest.plan(at: localUs)
        restartExchanges(at: localUs)
    }

    private mutating func show(at localUs: Int64) {
        guard !isOnScreen else { return }
        isOnScreen = true
        needsRedraw = true
        restartExchanges(at: localUs)
    }

    private mutating func settle(at localUs: Int64) -> [Action] {
        var actions: [Action] = []
        if windowRequest.begin(at: localUs) { actions.append(.fetchWindow(etag: etag)) }
        if storesRequest.begin(at: localUs) { actions.append(.fetchStores) }
        actions += askTimeIfDue(at: localUs)
        actions += updateStream(at: localUs)
        actions += askMissingKeyIfDue(at: localUs)
        actions += watchKeys(at: localUs)
        tellOutage(at: localUs)
        actions += redraw(at: localUs)
        return actions + setTimer(nextTimerUs(at: localUs))
    }

    /// Off screen nothing is requested and the timer is stopped. Answers that are still under way are accepted.
    private mutating func rest() -> [Action] {
        (redrawUs, latchUs, isForged) = (nil, nil, false)
        forgetOutages()
        return closeStream() + setTimer(nil)
    }

    private mutating func redraw(at localUs: Int64) -> [Action] {
        let isDue = needsRedraw || redrawUs.map { $0 <= localUs } ?? false
        needsRedraw = false
        let changeUs = nextChangeUs(at: localUs)
        latchUs = changeUs.map { $0 - ChangeLatch.aheadUs }.flatMap { $0 > localUs ? $0 : nil }
        redrawUs = [changeUs, tapGuard.nextEndUs(after: localUs)].compactMap(\.self).min()
        return isDue ? [.redraw] : []
    }

    private mutating func nextChangeUs(at localUs: Int64) -> Int64? {
        let next = shownInstant(at: localUs).flatMap { playback?.nextDrawing(after: $0) }
        return next.flatMap { instant in
            // The instant is not shown yet, so its moment is still to come, however the clock was corrected.
            clock.localUs(of: instant).map { latch.moment(of: instant, planned: max($0, localUs + 1), at: localUs) }
        }
    }

    private func nextTimerUs(at localUs: Int64) -> Int64? {
        [
            windowRequest.wakeUs, timeWakeUs, keyRequest.wakeUs, streamRequest.wakeUs, storesRequest.wakeUs, redrawUs,
            latchUs, outageDueUs(after: localUs), keyWatchUs(after: localUs), openingEndUs,
        ].compactMap(\.self).min()
    }

    private mutating func setTimer(_ us: Int64?) -> [Action] {
        guard us != timerUs else { return [] }
        timerUs = us
        return [.wake(atLocalUs: us)]
    }
}
