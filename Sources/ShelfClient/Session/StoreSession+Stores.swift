import ShelfModel
import ShelfWire

/// What becomes of the store itself and of the server's other stores.
extension StoreSession {
    /// What everybody hears at the same moment is requested within this time, at random, so that a crowd spreads.
    static let announcedUs: Int64 = 10_000_000
    /// The longest pause before the list of stores is requested again after a failure; it grows from ``retryUs``.
    static let storesRetryMostUs: Int64 = 60_000_000
    /// The pause before a store that is gone is requested again.
    static let goneUs: Int64 = 90_000_000
    /// The longest of these pauses; they grow from ``goneUs``.
    static let goneMostUs: Int64 = 600_000_000

    /// Whether the server has said that it has no such store, and no window has come since.
    package var isGone: Bool { timesGone > 0 }

    /// Requests the list of stores unless it has just come, and from then on whenever it may be another.
    mutating func followStores(from known: [StoreDescription], at localUs: Int64) {
        followsStores = true
        if stores.isEmpty { takeStores(known) }
        if stores.isEmpty { storesRequest.hurry(to: localUs) }
    }

    mutating func storesAnnounced(_ version: String, at localUs: Int64) {
        guard followsStores, version != storesVersion else { return }
        storesVersion = version
        storesRequest.hurry(to: announcedMoment(at: localUs))
    }

    /// A window has come of a store without a stream, which therefore hears no announcements.
    mutating func checkStores(at localUs: Int64) {
        if followsStores { storesRequest.hurry(to: localUs) }
    }

    mutating func storesCame(_ stores: [StoreDescription]) {
        storesRequest.succeeded(next: storesRequest.dueUs)
        takeStores(stores)
    }

    private mutating func takeStores(_ stores: [StoreDescription]) {
        compareKeys(stores)
        if let described = stores.first(where: { $0.id == store }) {
            wasOpen = true
            if described.isPaused != isPaused { needsRedraw = true }
            isPaused = described.isPaused
        }
        // Right after a restore the server has no store open yet, though none is closed.
        guard followsStores, !stores.isEmpty, stores != self.stores else { return }
        self.stores = stores
        needsRedraw = true
    }

    mutating func storesFailed(at localUs: Int64) {
        guard storesRequest.isUnderWay else { return }
        let waitUs = Jitter.backoff(
            firstUs: Self.retryUs, mostUs: Self.storesRetryMostUs, failures: storesRequest.failures, &random)
        storesRequest.failed(next: localUs + waitUs)
    }

    mutating func windowAnnounced(_ sequence: Int64, at localUs: Int64) {
        guard window?.header.sequence ?? -1 < sequence else { return }
        windowRequest.hurry(to: announcedMoment(at: localUs))
    }

    mutating func storePaused(_ isPaused: Bool, at localUs: Int64) {
        streamOpened(at: localUs)
        if isPaused != self.isPaused { needsRedraw = true }
        self.isPaused = isPaused
    }

    /// A store that was never seen open may be misspelt, so the problem names those that there are.
    mutating func storeUnlisted(_ listed: [String], at localUs: Int64) {
        storeGone(wasOpen ? .gone : .unknownStore(store, listed: listed), at: localUs)
    }

    /// The shelf is empty from now on. An open stream stays open, because it costs nothing and tells when the store is
    /// back.
    mutating func storeGone(_ problem: StoreProblem, at localUs: Int64) {
        if problem == .gone { wasOpen = true }
        forgetWindow()
        (etag, newIncarnation, failuresInARow) = (nil, nil, 0)
        needsRedraw = true
        report(problem)
        let waitUs = Jitter.backoff(firstUs: Self.goneUs, mostUs: Self.goneMostUs, failures: timesGone, &random)
        timesGone += 1
        windowRequest.failed(next: localUs + waitUs)
        checkStores(at: localUs)
    }

    private mutating func announcedMoment(at localUs: Int64) -> Int64 {
        localUs + Int64.random(in: 0...Self.announcedUs, using: &random)
    }
}
