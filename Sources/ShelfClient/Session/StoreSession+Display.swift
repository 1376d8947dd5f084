import ShelfModel
import ShelfWire

extension StoreSession {
    /// Everything there is to draw when the clock here says `localUs`.
    ///
    /// Mutating, because cards are opened when they are first shown, and kept.
    package mutating func shelf(at localUs: Int64) -> Shelf {
        guard let header = window?.header, var playback else { return .bare }
        guard let now = shownInstant(at: localUs) else {
            return Shelf(
                positions: playback.positions.map(ShelfPosition.empty), columns: header.columns, instant: nil,
                nextChange: nil)
        }
        defer { self.playback = playback }
        return Shelf(
            positions: playback.positions(at: now, keys: &keyRing), columns: header.columns, instant: now,
            nextChange: playback.nextChange(after: now))
    }

    /// The instant that is drawn: the clock's, but for a change whose moment stands already.
    mutating func shownInstant(at localUs: Int64) -> Instant? {
        clock.reading(at: localUs).now.map { latch.shown(at: localUs, clock: $0) }
    }

    package func status(at localUs: Int64) -> StoreStatus {
        StoreStatus(
            clock: clock.reading(at: localUs), connection: connection, problem: problem ?? secretProblem,
            windowEnd: window?.header.until, isSealed: isSealed)
    }

    private var connection: StoreStatus.Connection {
        if failuresInARow >= 2 { return .offline }
        if isRefusing { return .connecting }
        let isHearing = window != nil && (!isSealed || stream == .open)
        return isHearing && failuresInARow == 0 ? .live : .connecting
    }

    /// A store that wraps its keys says so in each window.
    private var secretProblem: StoreProblem? {
        let boxed = window?.header.released.first { $0.box != nil }
        return boxed.map { $0.opened(with: secret) == nil } ?? false ? .appSecretNeeded : nil
    }

    /// Whether the last window that came was refused: the server is there, but the shelf doesn't go on.
    private var isRefusing: Bool {
        if case .windowRefused = problem { return true }
        return isKeyChanged
    }

    var isKeyChanged: Bool {
        if case .publicKeyChanged = problem { return true }
        return false
    }

    /// A changed public key stays what is wrong, whatever comes after.
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

    mutating func succeeded() {
        let before = connection
        failuresInARow = 0
        if connection != before { needsRedraw = true }
    }

    mutating func failed() {
        let before = connection
        failuresInARow += 1
        if connection != before { needsRedraw = true }
    }
}
