import ShelfModel

/// What can't be reached, and since when.
extension StoreSession {
    /// How many failures in a row make the store offline.
    static let offlineFailures = 2

    /// Something has failed that is needed from the server. While the key stream is open, the server is heard.
    mutating func lost(since sinceUs: Int64, at localUs: Int64) {
        guard stream != .open, serverOutage == nil else { return }
        serverOutage = Outage(sinceUs: sinceUs, noticedUs: localUs)
    }

    mutating func timeLost(since sinceUs: Int64, at localUs: Int64) {
        lost(since: sinceUs, at: localUs)
        timeOutage = timeOutage ?? Outage(sinceUs: sinceUs, noticedUs: localUs)
    }

    /// An answer has come. It ends an outage once the store can be shown: in a sealed store only while the stream is
    /// open, which brings the keys.
    mutating func heard() {
        guard isGone || window != nil && (!isSealed || stream == .open) else { return }
        let before = connection
        (serverOutage, failuresInARow) = (nil, 0)
        if connection != before { needsRedraw = true }
    }

    mutating func failed() {
        let before = connection
        failuresInARow += 1
        if connection != before { needsRedraw = true }
    }

    mutating func forgetOutages() {
        (serverOutage, timeOutage, toldUnreachable) = (nil, nil, nil)
    }

    /// Draws anew when an outage falls due or is over.
    mutating func tellOutage(at localUs: Int64) {
        let unreachable = unreachable(at: localUs)
        if unreachable != toldUnreachable { needsRedraw = true }
        toldUnreachable = unreachable
    }

    /// When the next outage falls due.
    func outageDueUs(after localUs: Int64) -> Int64? {
        [serverOutage, timeOutage].compactMap { $0?.dueUs }.filter { $0 > localUs }.min()
    }

    func unreachableProblem(at localUs: Int64) -> StoreProblem? {
        guard let unreachable = unreachable(at: localUs) else { return nil }
        let sinceUs = sinceUs(of: unreachable) ?? localUs
        let now = clock.reading(at: localUs).now ?? Instant(flooringUs: localUs + wallAheadUs)
        return .unreachable(unreachable, since: now - .milliseconds((localUs - sinceUs) / 1000))
    }

    private func unreachable(at localUs: Int64) -> StoreProblem.Unreachable? {
        if let serverOutage, serverOutage.isDue(at: localUs) {
            return tellsTime(since: serverOutage.noticedUs, at: localUs) ? .store : .server
        }
        let isTimeMissing = timeOutage?.isDue(at: localUs) ?? false
        return isTimeMissing && !clock.reading(at: localUs).isConfirmed ? .time : nil
    }

    /// Whether the server has told the time since an instant, and still does. One that does isn't away.
    private func tellsTime(since instantUs: Int64, at localUs: Int64) -> Bool {
        guard let timeAnsweredUs, timeAnsweredUs > instantUs else { return false }
        return !(timeOutage?.isDue(at: localUs) ?? false)
    }

    /// An outage of the server began when it was last heard, be it by its time.
    private func sinceUs(of unreachable: StoreProblem.Unreachable) -> Int64? {
        switch unreachable {
        case .time: timeOutage?.sinceUs
        case .store: serverOutage?.sinceUs
        case .server: serverOutage.map { max($0.sinceUs, timeAnsweredUs ?? $0.sinceUs) }
        }
    }
}
