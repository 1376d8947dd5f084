import ShelfModel
import ShelfWire

extension StoreSession {
    /// How long after a window the next one is requested: a random time in this span, so that a crowd spreads.
    static let refreshUs: ClosedRange<Int64> = 360_000_000...540_000_000
    /// The next window is requested at least this long before the present one ends.
    static let reserveUs: Int64 = 30_000_000
    /// The pause after a request for a window that failed, and the shortest between any two.
    static let retryUs: Int64 = 5_000_000
    /// The pause while the server signs with another key, which only a person can resolve.
    static let settlingUs: Int64 = 60_000_000

    mutating func windowCame(_ bytes: [UInt8], etag: String?, at localUs: Int64) -> [Action] {
        if bytes == window?.bytes {
            self.etag = etag
            windowIsNewest(at: localUs)
            return []
        }
        do throws(StoreProblem) {
            take(try checked(bytes, at: localUs), at: localUs)
        } catch {
            return refuse(error, at: localUs)
        }
        self.etag = etag
        windowIsNewest(at: localUs)
        return [.archive(bytes)]
    }

    mutating func windowIsNewest(at localUs: Int64) {
        if windowRequest.failures > 0, !isSealed { restartExchanges(at: localUs) }
        (timesGone, isWindowKept) = (0, false)
        if !isSealed { checkStores(at: localUs) }
        heard()
        clearProblem()
        windowRequest.succeeded(next: nextRefreshUs(at: localUs))
    }

    mutating func windowFailed(at localUs: Int64) {
        failed()
        lost(since: windowRequest.askedUs ?? localUs, at: localUs)
        windowRequest.failed(next: nextRetryUs(at: localUs))
    }

    mutating func wrongServer(_ error: TransportError, at localUs: Int64) {
        windowFailed(at: localUs)
        report(.wrongServer(error))
    }

    /// Takes the window that was kept, after the same checks as one from the network.
    mutating func takeArchived(_ bytes: [UInt8], at localUs: Int64) {
        guard let window = try? checked(bytes, at: localUs) else { return }
        take(window, at: localUs)
        isWindowKept = true
    }

    /// Drops the window when it turns out to be from the future, now that the clock knows the time.
    mutating func dropFutureWindow(at localUs: Int64) {
        let latest = clock.reading(at: localUs).latest
        guard let window, window.header.issuedAt > latest + WindowFile.Expectations.tolerance else { return }
        forgetWindow()
        etag = nil
        // The window came from the future, so the incarnation that it named can't be trusted either.
        (incarnation, newIncarnation) = (.distantPast, nil)
        needsRedraw = true
        hurryWindow(at: localUs)
    }

    /// Requests a window soon, but no more often than after failures.
    mutating func hurryWindow(at localUs: Int64) {
        guard let askedUs = windowRequest.askedUs else { return windowRequest.hurry(to: localUs) }
        windowRequest.hurry(to: max(localUs, Jitter.spread(Self.retryUs, percent: 25, &random) + askedUs))
    }

    /// Plans the next request again, because by a corrected clock the window may end before it.
    mutating func limitRefresh(at localUs: Int64) {
        guard window != nil, !windowRequest.isUnderWay, windowRequest.failures == 0 else { return }
        windowRequest.hurry(to: nextRefreshUs(at: localUs))
    }

    private func checked(_ bytes: [UInt8], at localUs: Int64) throws(StoreProblem) -> WindowFile {
        let new: WindowFile
        do throws(WindowError) {
            new = try WindowFile(reading: bytes, expecting: expectations(at: localUs))
        } catch { throw .windowRefused(error) }
        if new.header.incarnation == incarnation,
            let contradiction = window?.contradiction(in: new) ?? replaced.contradiction(in: new)
        {
            throw .contradiction(contradiction)
        }
        return new
    }

    private func expectations(at localUs: Int64) -> WindowFile.Expectations {
        WindowFile.Expectations(
            store: store, publicKey: publicKey, incarnation: incarnation, sequence: window?.header.sequence,
            now: clock.reading(at: localUs).bounds, chains: keyRing.chains)
    }

    private mutating func take(_ new: WindowFile, at localUs: Int64) {
        let isReplacing = window != nil && new.header.incarnation > incarnation
        newIncarnation = isReplacing ? new.header.incarnation : nil
        if isReplacing { forgetWindow() }
        incarnation = new.header.incarnation
        let chains = new.header.chains + (window?.header.chains ?? [])
        keyRing.trust(new.header, secret: secret)
        keyRing.keep(only: Set(chains.map(\.id)))
        replaced.take(new)
        playback = Playback(new, after: playback, at: clock.reading(at: localUs).now, replaced: replaced)
        closed.take(new, after: window)
        window = new
        keyWatch.take(window: dueKeys(of: new), at: localUs / 1000)
        (wasOpen, needsRedraw) = (true, true)
    }

    /// Forgets the window with its listings, cards and keys, and what was withdrawn or replaced.
    mutating func forgetWindow() {
        (window, playback, keyRing) = (nil, nil, KeyRing())
        (closed, replaced) = (ClosedListings(), ReplacedListings())
    }

    private mutating func refuse(_ problem: StoreProblem, at localUs: Int64) -> [Action] {
        report(problem)
        windowRequest.failed(next: nextRetryUs(at: localUs))
        return problem == .windowRefused(.signature) ? [.fetchStores] : []
    }

    private mutating func nextRefreshUs(at localUs: Int64) -> Int64 {
        let soonestUs = localUs + Jitter.spread(Self.retryUs, percent: 25, &random)
        let refreshUs = localUs + Int64.random(in: Self.refreshUs, using: &random)
        guard let endUs = window.flatMap({ clock.localUs(of: $0.header.until) }) else { return refreshUs }
        return max(soonestUs, min(refreshUs, endUs - Self.reserveUs))
    }

    private mutating func nextRetryUs(at localUs: Int64) -> Int64 {
        localUs + Jitter.spread(isKeyChanged ? Self.settlingUs : Self.retryUs, percent: 25, &random)
    }
}
