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
/// After each event the session settles: whatever is due is asked for, the
/// key stream is opened or closed, and the one timer is set.
package struct StoreSession: Sendable {
    package enum Event: Sendable {
        /// Begins, on screen, with the window kept from the last time, and with what is known of the time, if
        /// the device's clock is still the same.
        ///
        /// - `apartUs` is how far the clock here and the wall clock have moved apart since the time was kept.
        case started(archived: [UInt8]?, clock: SavedClock? = nil, apartUs: Int64 = 0)
        case shown
        case hidden
        case windowAnswer(bytes: [UInt8], etag: String?)
        case windowNotModified
        case windowFailed
        case timeAnswer(Exchange)
        case timeFailed
        case keyStreamOpened
        case keyEvent(KeyEvent)
        case keyStreamEnded
        case keyAnswer(ReleasedKey)
        case keyFailed
        case storesAnswer([StoreDescription])
        /// The timer rang.
        case wake
        case networkChanged
        /// The device slept, or the process stood still, and nobody knows what happened meanwhile.
        case resumed
        /// The clock here or the wall clock stood still or jumped.
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
        /// Sets the one timer, or with `nil` stops it; the last one counts.
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
    var etag: String?
    var playback: Playback?
    var problem: StoreProblem?

    private var isRunning = false
    private var isOnScreen = true
    var windowErrand = Errand()
    var timeErrand = Errand()
    var keyErrand = Errand()
    var streamErrand = Errand()
    var exchanges = ExchangeSchedule()
    var stream = Stream.closed
    var failuresInARow = 0
    private var redrawUs: Int64?
    private var latchUs: Int64?
    var latch = ChangeLatch()
    var clockSavedUs: Int64?
    var needsRedraw = false
    private var timerUs: Int64?

    enum Stream { case closed, opening, open }

    /// - Parameters:
    ///   - publicKey: checks the store's signatures; it belongs into the app.
    ///   - secret: only prefetched stores need it.
    ///   - granularityUs: how coarse this device's clock is.
    ///   - random: spreads what a crowd would otherwise do at the same moment.
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

    /// - Parameter localUs: the time here; it never goes back from one call to the next.
    package mutating func handle(_ event: Event, at localUs: Int64) -> [Action] {
        var actions = respond(to: event, at: localUs)
        actions += isActive ? settle(at: localUs) : rest()
        return actions
    }

    private mutating func respond(to event: Event, at localUs: Int64) -> [Action] {
        switch event {
        case .started(let archived, let saved, let apartUs):
            if let saved { clock.restore(saved, apartUs: apartUs) }
            start(archived, at: localUs)
        case .shown: show(at: localUs)
        case .hidden: isOnScreen = false
        case .windowAnswer(let bytes, let etag): return windowCame(bytes, etag: etag, at: localUs)
        case .windowNotModified: windowIsNewest(at: localUs)
        case .windowFailed: windowFailed(at: localUs)
        case .timeAnswer(let exchange): return timeCame(exchange, at: localUs)
        case .timeFailed: timeFailed(at: localUs)
        case .keyStreamOpened: streamOpened(at: localUs)
        case .keyEvent(let event): keyCame(event.released, at: localUs)
        case .keyStreamEnded: streamEnded(at: localUs)
        case .keyAnswer(let released): return keyAnswered(released, at: localUs)
        case .keyFailed: keyFailed(at: localUs)
        case .storesAnswer(let stores): compareKeys(stores)
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
        windowErrand.plan(at: localUs)
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
        if windowErrand.begin(at: localUs) { actions.append(.fetchWindow(etag: etag)) }
        actions += tendTime(at: localUs)
        actions += tendStream(at: localUs)
        actions += tendMissingKeys(at: localUs)
        actions += redraw(at: localUs)
        return actions + setTimer(earliestErrandUs)
    }

    /// Off screen nothing is asked for and the timer is stopped; answers still under way are taken.
    private mutating func rest() -> [Action] {
        (redrawUs, latchUs) = (nil, nil)
        return closeStream() + setTimer(nil)
    }

    private mutating func redraw(at localUs: Int64) -> [Action] {
        let isDue = needsRedraw || redrawUs.map { $0 <= localUs } ?? false
        needsRedraw = false
        let next = shownInstant(at: localUs).flatMap { playback?.nextChange(after: $0) }
        redrawUs = next.flatMap { instant in
            // It is not that instant yet, so its moment is still to come, however the time was corrected.
            clock.localUs(of: instant).map { latch.moment(of: instant, planned: max($0, localUs + 1), at: localUs) }
        }
        latchUs = redrawUs.map { $0 - ChangeLatch.aheadUs }.flatMap { $0 > localUs ? $0 : nil }
        return isDue ? [.redraw] : []
    }

    private var earliestErrandUs: Int64? {
        [windowErrand.wakeUs, timeWakeUs, keyErrand.wakeUs, streamErrand.wakeUs, redrawUs, latchUs].compactMap(\.self)
            .min()
    }

    private mutating func setTimer(_ us: Int64?) -> [Action] {
        guard us != timerUs else { return [] }
        timerUs = us
        return [.wake(atLocalUs: us)]
    }
}
