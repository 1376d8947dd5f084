import ShelfModel
import ShelfWire

extension StoreSession {
    /// A steady exchange keeps so far away from a change, whose key comes over the same line.
    static let quietUs: Int64 = 400_000
    /// With more positions than this there is always a change near.
    static let fewPositions = 16
    static let clockSavingUs: Int64 = 60_000_000

    /// An answer that takes longer is no download but a lost line.
    static let downloadUs: Int64 = 5_000_000

    /// No exchange runs during this client's own download, which would delay one direction only.
    mutating func tendTime(at localUs: Int64) -> [Action] {
        guard downloadEndUs.map({ $0 <= localUs }) ?? true else { return [] }
        if exchanges.isSteady, let dueUs = timeErrand.dueUs, dueUs <= localUs, let changeUs = nearChangeUs(at: localUs)
        {
            timeErrand.plan(at: changeUs + Self.quietUs)
        }
        return timeErrand.begin(at: localUs) ? [.exchangeTime] : []
    }

    /// When the timer must ring for the next exchange.
    var timeWakeUs: Int64? { timeErrand.wakeUs.map { max($0, downloadEndUs ?? $0) } }

    private var downloadEndUs: Int64? {
        windowErrand.isUnderWay ? windowErrand.askedUs.map { $0 + Self.downloadUs } : nil
    }

    mutating func timeCame(_ exchange: Exchange, at localUs: Int64) -> [Action] {
        let before = clock
        let outcome = clock.add(exchange, at: localUs)
        guard outcome != .refused else {
            timeFailed(at: localUs)
            return []
        }
        succeeded()
        if before.timeline != clock.timeline { timelineBegan(at: localUs) }
        if outcome == .restarted {
            exchanges.restart()
            limitRefresh(at: localUs)
        }
        dropFutureWindow(at: localUs)
        let reading = clock.reading(at: localUs)
        if before.reading(at: localUs).state != reading.state { needsRedraw = true }
        let waitUs = exchanges.succeeded(uncertaintyUs: reading.uncertaintyUs, &random)
        timeErrand.succeeded(next: localUs + waitUs)
        return saveClock(at: localUs)
    }

    mutating func timeFailed(at localUs: Int64) {
        failed()
        timeErrand.failed(next: localUs + exchanges.failed(&random))
    }

    /// Begins a burst. An exchange that is under way is given up: it may hang on a line that is gone, or lie across a jump.
    mutating func restartExchanges(at localUs: Int64) {
        exchanges.restart()
        timeErrand.abandon(next: localUs)
    }

    mutating func clockJumped(_ jump: ClockJump, at localUs: Int64) {
        clock.doubt(jump)
        latch.release()
        needsRedraw = true
        restartExchanges(at: localUs)
    }

    /// What hangs on a line that is gone is asked anew, and what waits for its next try need not wait its full time;
    /// but a crowd that comes back together is spread.
    mutating func networkChanged(at localUs: Int64) {
        restartExchanges(at: localUs)
        let soonUs = localUs + Int64.random(in: 0...2_000_000, using: &random)
        if windowErrand.isUnderWay { windowErrand.abandon(next: soonUs) }
        if windowErrand.failures > 0 { windowErrand.hurry(to: soonUs) }
        if streamErrand.failures > 0 { streamErrand.hurry(to: soonUs) }
    }

    /// Nothing that was open before is sure to be open still.
    mutating func resumed(at localUs: Int64) -> [Action] {
        networkChanged(at: localUs)
        needsRedraw = true
        return closeStream()
    }

    /// A pushed key proves that the server's time has reached its release.
    mutating func releaseProven(_ released: ReleasedKey, at localUs: Int64) {
        guard let chain = window?.header.chains.first(where: { $0.id == released.chain }) else { return }
        let outcome = clock.add(reached: chain.release(of: released.slot), at: localUs)
        if outcome == .restarted, exchanges.isSettled { restartExchanges(at: localUs) }
    }

    private func nearChangeUs(at localUs: Int64) -> Int64? {
        guard isSealed, let playback, playback.positions.count <= Self.fewPositions,
            let now = clock.reading(at: localUs).now,
            let start = playback.nextStart(after: now - .milliseconds(Self.quietUs / 1000)),
            let startUs = clock.localUs(of: start), abs(startUs - localUs) < Self.quietUs
        else { return nil }
        return startUs
    }

    private mutating func saveClock(at localUs: Int64) -> [Action] {
        guard exchanges.isSteady, clockSavedUs.map({ localUs - $0 >= Self.clockSavingUs }) ?? true else { return [] }
        clockSavedUs = localUs
        return [.archiveClock]
    }

    private mutating func timelineBegan(at localUs: Int64) {
        latch.release()
        needsRedraw = true
        limitRefresh(at: localUs)
    }
}
