import ShelfModel
import ShelfWire

extension StoreSession {
    /// Everything there is to draw when this device's clock says `localUs`. Tell ``Event/drawn`` afterwards.
    ///
    /// Mutating, because a card is opened when it is first shown, and guarded against taps from then on.
    package mutating func shelf(at localUs: Int64) -> Shelf {
        guard let header = window?.header, let playback else { return .bare }
        let now = shownInstant(at: localUs)
        return Shelf(
            positions: tapGuard.note(closed.mark(positions(at: now)), at: localUs), columns: header.columns,
            instant: now,
            nextChange: now.flatMap(playback.nextChange(after:)))
    }

    private mutating func positions(at now: Instant?) -> [ShelfPosition] {
        guard var playback else { return [] }
        guard let now else {
            return (0..<playback.positionCount(at: playback.header.issuedAt)).map(ShelfPosition.empty)
        }
        defer { self.playback = playback }
        return playback.positions(at: now, keys: &keyRing)
    }

    /// The instant that is drawn: the clock's, except around a change whose moment is fixed already.
    mutating func shownInstant(at localUs: Int64) -> Instant? {
        clock.reading(at: localUs).now.map { latch.shown(at: localUs, clock: $0) }
    }

    package func status(at localUs: Int64) -> StoreStatus {
        StoreStatus(
            clock: clock.reading(at: localUs), connection: connection,
            problem: problem ?? secretProblem ?? unreachableProblem(at: localUs),
            windowEnd: window?.header.until, isSealed: isSealed, newIncarnation: newIncarnation,
            isPaused: isPaused)
    }

    var connection: StoreStatus.Connection {
        if failuresInARow >= Self.offlineFailures { return .offline }
        if isRefusing { return .connecting }
        if isGone { return failuresInARow == 0 ? .live : .connecting }
        let isHearing = window != nil && (!isSealed || stream == .open)
        return isHearing && failuresInARow == 0 ? .live : .connecting
    }

    /// The problem that the window's keys are encrypted and the app secret doesn't open them.
    private var secretProblem: StoreProblem? {
        let boxed = window?.header.released.first { $0.box != nil }
        return boxed.map { $0.opened(with: secret) == nil } ?? false ? .appSecretNeeded : nil
    }

    /// Whether the last window was refused, so that the shelf stops though the server answers.
    private var isRefusing: Bool {
        if case .windowRefused = problem { return true }
        return isKeyChanged
    }

    var isKeyChanged: Bool {
        if case .publicKeyChanged = problem { return true }
        return false
    }

    /// Reports a problem. A changed public key stays reported, whatever comes later.
    mutating func report(_ problem: StoreProblem) {
        guard !isKeyChanged else { return }
        if self.problem != problem { needsRedraw = true }
        self.problem = problem
    }

    mutating func clearProblem() {
        guard !isKeyChanged, problem != nil else { return }
        problem = nil
        needsRedraw = true
    }

    mutating func compareKeys(_ stores: [StoreDescription]) {
        guard let said = stores.first(where: { $0.id == store })?.publicKey, said != publicKey.description else {
            return
        }
        report(.publicKeyChanged(to: said))
    }
}
