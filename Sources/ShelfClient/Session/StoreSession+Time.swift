import ShelfModel

extension StoreSession {
    mutating func timeCame(_ exchange: Exchange, at localUs: Int64) {
        let before = clock
        guard clock.add(exchange, at: localUs) else { return timeFailed(at: localUs) }
        succeeded()
        if before.timeline != clock.timeline { timelineBegan(isFirst: before.timeline == nil, at: localUs) }
        dropFutureWindow(at: localUs)
        if before.reading(at: localUs).state != clock.reading(at: localUs).state { needsRedraw = true }
        timeErrand.succeeded(next: localUs + exchanges.succeeded(&random))
    }

    mutating func timeFailed(at localUs: Int64) {
        failed()
        timeErrand.failed(next: localUs + exchanges.failed(&random))
    }

    /// Begins a burst; an exchange that is under way goes on as its first.
    mutating func restartExchanges(at localUs: Int64) {
        exchanges.restart()
        timeErrand.hurry(to: localUs)
    }

    mutating func clockJumped(byUs jumpUs: Int64, at localUs: Int64) {
        clock.doubt(byUs: jumpUs)
        needsRedraw = true
        restartExchanges(at: localUs)
    }

    /// What waits for its next try need not wait its full time, but a crowd that comes back together is spread.
    mutating func networkChanged(at localUs: Int64) {
        restartExchanges(at: localUs)
        let soonUs = localUs + Int64.random(in: 0...2_000_000, using: &random)
        if windowErrand.failures > 0 { windowErrand.hurry(to: soonUs) }
        if streamErrand.failures > 0 { streamErrand.hurry(to: soonUs) }
    }

    private mutating func timelineBegan(isFirst: Bool, at localUs: Int64) {
        if !isFirst { exchanges.restart() }
        needsRedraw = true
        limitRefresh(at: localUs)
    }
}
