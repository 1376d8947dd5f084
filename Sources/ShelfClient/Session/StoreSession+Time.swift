import ShelfModel
import ShelfWire

extension StoreSession {
    /// A steady exchange keeps this distance from a change, because the key for it comes over the same line.
    static let quietUs: Int64 = 400_000
    /// With more positions than this a change is always near, so exchanges don't keep away from changes.
    static let fewPositions = 16
    /// The time is saved for the next start of the app this often.
    static let clockSavingUs: Int64 = 60_000_000

    /// After a change of networks or a sleep, requests are sent again within this random time, so that a crowd spreads.
    static let soonUs: ClosedRange<Int64> = 0...2_000_000

    /// A window's download delays exchanges for this long at most. What takes longer is a broken line.
    static let downloadUs: Int64 = 5_000_000

    /// Begins an exchange if one is due. None begins while a window is downloaded, because the download would delay
    /// one direction only.
    mutating func askTimeIfDue(at localUs: Int64) -> [Action] {
        guard downloadEndUs.map({ $0 <= localUs }) ?? true else { return [] }
        if exchanges.isSteady, let dueUs = timeRequest.dueUs, dueUs <= localUs, let changeUs = nearChangeUs(at: localUs)
        {
            timeRequest.plan(at: changeUs + Self.quietUs)
        }
        return timeRequest.begin(at: localUs) ? [.exchangeTime] : []
    }

    /// The time at which the timer must fire for the next exchange.
    var timeWakeUs: Int64? { timeRequest.wakeUs.map { max($0, downloadEndUs ?? $0) } }

    private var downloadEndUs: Int64? {
        windowRequest.isUnderWay ? windowRequest.askedUs.map { $0 + Self.downloadUs } : nil
    }

    mutating func timeCame(_ exchange: Exchange, at localUs: Int64) -> [Action] {
        let before = clock
        let outcome = clock.add(exchange, at: localUs)
        guard outcome != .refused else {
            timeFailed(at: localUs)
            return []
        }
        (timeOutage, timeAnsweredUs) = (nil, localUs)
        keyWatch.exchanged(isAnswered: true)
        heard()
        if before.timeline != clock.timeline { timelineBegan(at: localUs) }
        if outcome == .restarted {
            exchanges.restart()
            limitRefresh(at: localUs)
        }
        dropFutureWindow(at: localUs)
        let reading = clock.reading(at: localUs)
        if before.reading(at: localUs).state != reading.state { needsRedraw = true }
        let waitUs = exchanges.succeeded(uncertaintyUs: reading.uncertaintyUs, &random)
        timeRequest.succeeded(next: localUs + waitUs)
        return saveClock(at: localUs)
    }

    mutating func timeFailed(at localUs: Int64) {
        failed()
        keyWatch.exchanged(isAnswered: false)
        timeLost(since: timeRequest.askedUs ?? localUs, at: localUs)
        timeRequest.failed(next: localUs + exchanges.failed(&random))
    }

    /// Begins a burst. An exchange under way is given up, because its line may be broken, or it may lie across a jump.
    mutating func restartExchanges(at localUs: Int64) {
        exchanges.restart()
        timeRequest.abandon(next: localUs)
    }

    mutating func clockJumped(_ jump: ClockJump, at localUs: Int64) {
        clock.doubt(jump)
        latch.release()
        needsRedraw = true
        restartExchanges(at: localUs)
    }

    /// Requests that are under way are sent again, because their line may be broken, and those that wait after a
    /// failure are sent soon. A random delay spreads a crowd that comes back at the same moment.
    mutating func networkChanged(at localUs: Int64) {
        restartExchanges(at: localUs)
        let soonUs = localUs + Int64.random(in: Self.soonUs, using: &random)
        if windowRequest.isUnderWay { windowRequest.abandon(next: soonUs) }
        if windowRequest.failures > 0 { windowRequest.hurry(to: soonUs) }
        if streamRequest.failures > 0, stream == .closed, !isForged { streamRequest.hurry(to: soonUs) }
    }

    /// After a sleep, connections may have broken unnoticed.
    mutating func resumed(at localUs: Int64) -> [Action] {
        networkChanged(at: localUs)
        needsRedraw = true
        return isForged && stream == .closed ? [] : closeStream()
    }

    /// Adds to the clock's evidence that the server's time has reached the release of a pushed key.
    mutating func releaseProven(_ released: ReleasedKey, at localUs: Int64) {
        guard let chain = window?.header.chains.first(where: { $0.id == released.chain }) else { return }
        let outcome = clock.add(reached: chain.release(of: released.slot), at: localUs)
        if outcome == .restarted, exchanges.isSettled { restartExchanges(at: localUs) }
    }

    private func nearChangeUs(at localUs: Int64) -> Int64? {
        guard isSealed, let playback, playback.header.positions <= Self.fewPositions,
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
