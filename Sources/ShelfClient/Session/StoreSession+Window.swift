import ShelfModel
import ShelfWire

extension StoreSession {
    /// A window is asked for again at a random moment in this span, so that a crowd spreads.
    static let refreshUs: ClosedRange<Int64> = 360_000_000...540_000_000
    /// A window is asked for at least so long before the one in use runs out.
    static let reserveUs: Int64 = 30_000_000
    static let retryUs: Int64 = 5_000_000
    /// A changed public key is not settled by asking often.
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
        if windowErrand.failures > 0, !isSealed { restartExchanges(at: localUs) }
        succeeded()
        clearProblem()
        windowErrand.succeeded(next: nextRefreshUs(at: localUs))
    }

    mutating func windowFailed(at localUs: Int64) {
        failed()
        windowErrand.failed(next: nextRetryUs(at: localUs))
    }

    /// What was kept from the last time is no better than what comes over the network.
    mutating func takeArchived(_ bytes: [UInt8], at localUs: Int64) {
        guard let window = try? checked(bytes, at: localUs) else { return }
        take(window, at: localUs)
    }

    /// A window taken before the clock knew the time may turn out to be from the future.
    mutating func dropFutureWindow(at localUs: Int64) {
        let latest = clock.reading(at: localUs).latest
        guard let window, window.header.issuedAt > latest + WindowFile.Expectations.tolerance else { return }
        (self.window, etag, playback, keyRing) = (nil, nil, nil, KeyRing())
        needsRedraw = true
        hurryWindow(at: localUs)
    }

    /// Asks for a window soon, but not more often than a failed one is asked for again.
    mutating func hurryWindow(at localUs: Int64) {
        guard let askedUs = windowErrand.askedUs else { return windowErrand.hurry(to: localUs) }
        windowErrand.hurry(to: max(localUs, Jitter.spread(Self.retryUs, percent: 25, &random) + askedUs))
    }

    /// Once the clock knows the time, the end of the window may be nearer than the next refresh.
    mutating func limitRefresh(at localUs: Int64) {
        guard window != nil, !windowErrand.isUnderWay, windowErrand.failures == 0 else { return }
        windowErrand.hurry(to: nextRefreshUs(at: localUs))
    }

    private func checked(_ bytes: [UInt8], at localUs: Int64) throws(StoreProblem) -> WindowFile {
        let new: WindowFile
        do throws(WindowError) {
            new = try WindowFile(reading: bytes, expecting: expectations(at: localUs))
        } catch { throw .windowRefused(error) }
        if let contradiction = window?.contradiction(in: new) { throw .contradiction(contradiction) }
        return new
    }

    private func expectations(at localUs: Int64) -> WindowFile.Expectations {
        WindowFile.Expectations(
            store: store, publicKey: publicKey, sequence: window?.header.sequence,
            now: clock.reading(at: localUs).bounds, chains: keyRing.chains)
    }

    private mutating func take(_ new: WindowFile, at localUs: Int64) {
        let chains = new.header.chains + (window?.header.chains ?? [])
        keyRing.trust(new.header, secret: secret)
        keyRing.keep(only: Set(chains.map(\.id)))
        playback = Playback(new, after: playback, at: clock.reading(at: localUs).now)
        window = new
        needsRedraw = true
    }

    private mutating func refuse(_ problem: StoreProblem, at localUs: Int64) -> [Action] {
        report(problem)
        windowErrand.failed(next: nextRetryUs(at: localUs))
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
