import ShelfModel
import ShelfWire

extension StoreSession {
    /// How long a stream may take to open: a line that swallows what is sent would else keep it for as long as a silent
    /// one.
    static let openingUs: Int64 = 8_000_000
    /// How long after a listing's start its key is requested if the stream hasn't brought it.
    static let missedUs: Int64 = 1_000_000
    /// The longest pause between two requests for a missing key; it grows from ``missedUs``.
    static let missedMostUs: Int64 = 30_000_000
    /// The pause before a key stream that ended is opened again, doubled for each failure in a row.
    static let streamRetryUs: Int64 = 500_000
    /// The longest pause before a key stream is opened again.
    static let streamRetryMostUs: Int64 = 5_000_000
    /// A store whose keys become public this long before their listings is prefetched. It needs no stream for its keys,
    /// but for notices.
    static let prefetchedLead = TimeSpan.minutes(10)

    /// Whether the store is sealed, so that keys come one by one. Around a change of chains it is enough that one of
    /// the window's chains is sealed.
    var isSealed: Bool { window?.header.chains.contains { $0.lead < Self.prefetchedLead } ?? false }

    /// A key was pushed. What was still on its way when its stream was closed isn't looked at.
    mutating func keyCame(_ released: ReleasedKey, at localUs: Int64) -> [Action] {
        guard stream != .closed else { return [] }
        streamOpened(at: localUs)
        guard !isGone else { return [] }
        do throws(KeyError) {
            guard try accept(released, at: localUs) else { return [] }
        } catch {
            refuse(error, at: localUs)
            return error == .forged ? streamForged(at: localUs) : []
        }
        if isForged {
            isForged = false
            streamRequest.lasted()
        }
        if case .keyRefused = problem { clearProblem() }
        releaseProven(released, at: localUs)
        return []
    }

    /// Each forged key costs a walk down its chain, so the first ends its stream, and so does a flood. The wait before the next stream grows
    /// until one has brought a key that is new and true, and neither a window nor another network shortens it.
    mutating func streamForged(at localUs: Int64) -> [Action] {
        isForged = true
        streamEnded(at: localUs)
        return [.closeKeyStream]
    }

    /// Takes a notice that the store has signed. One of another store, or of a kind that isn't known, is no error.
    mutating func noticeCame(_ signed: SignedNotice, at localUs: Int64) {
        guard stream != .closed else { return }
        streamOpened(at: localUs)
        guard let notice = signed.opened(with: publicKey), notice.store == store else { return }
        switch notice.kind {
        case .withdrawn: if closed.withdraw(notice) { needsRedraw = true }
        case .soldOut: if closed.sellOut(notice) { needsRedraw = true }
        case .replaced: replacementCame(notice)
        }
    }

    private mutating func replacementCame(_ notice: Notice) {
        do throws(Contradiction) {
            guard try replaced.take(notice, over: playback?.listing(in: ListingPlace(notice))) else { return }
            playback?.replace(notice.position, by: replaced)
            needsRedraw = true
        } catch { report(.contradiction(error)) }
    }

    /// A key that was requested has come. If the stream seems to be open, it has missed the key and may be broken, so
    /// it is closed and opened again.
    mutating func keyAnswered(_ released: ReleasedKey, at localUs: Int64) -> [Action] {
        do throws(KeyError) {
            try accept(released, at: localUs)
        } catch {
            refuse(error, at: localUs)
            keyFailed(at: localUs)
            return []
        }
        heard()
        keyRequest.succeeded(next: nil)
        return stream == .open ? closeStream() : []
    }

    mutating func keyFailed(at localUs: Int64) {
        let waitUs = Jitter.backoff(
            firstUs: Self.missedUs, mostUs: Self.missedMostUs, failures: keyRequest.failures + 1, &random)
        keyRequest.failed(next: localUs + waitUs)
    }

    /// Opens the stream once there is a window: for keys, and in every store for notices.
    mutating func updateStream(at localUs: Int64) -> [Action] {
        if let us = openingEndUs, us <= localUs {
            streamEnded(at: localUs, silentUs: Self.openingUs)
            return [.closeKeyStream]
        }
        guard window != nil || isGone && stream == .open else { return closeStream() }
        if stream == .closed, streamRequest.dueUs == nil { streamRequest.plan(at: localUs) }
        guard stream == .closed, streamRequest.begin(at: localUs) else { return [] }
        stream = .opening
        return [.openKeyStream]
    }

    /// When a stream that isn't open yet is given up.
    var openingEndUs: Int64? { stream == .opening ? streamRequest.askedUs.map { $0 + Self.openingUs } : nil }

    mutating func closeStream() -> [Action] {
        guard stream != .closed else {
            streamRequest.plan(at: nil)
            return []
        }
        stream = .closed
        keyWatch.streamClosed()
        if isForged { streamRequest.abandon(next: nil) } else { streamRequest.succeeded(next: nil) }
        return [.closeKeyStream]
    }

    /// The stream is open. When it had failed before, the network or the server has just come back, so the clock is
    /// checked with a new burst.
    mutating func streamOpened(at localUs: Int64) {
        guard stream != .closed else { return }
        if stream == .opening {
            needsRedraw = true
            keyWatch.streamOpened(at: localUs / 1000)
            streamOpenedUs = localUs
            if streamRequest.failures > 0, !isForged { restartExchanges(at: localUs) }
        }
        stream = .open
        heard()
    }

    mutating func streamEnded(at localUs: Int64, silentUs: Int64 = 0) {
        guard stream != .closed else { return }
        // That a stream opens proves nothing: it may end at once, again and again. Nor does one that lasts when one
        // before it has brought a forged key or a flood.
        if stream == .open, localUs - streamOpenedUs >= Self.streamRetryMostUs, !isForged { streamRequest.lasted() }
        stream = .closed
        keyWatch.streamClosed()
        needsRedraw = true
        // A prefetched store has its keys without the stream, and learns from the exchanges that the server is gone.
        if isSealed { failed() }
        if !isForged {
            lost(since: localUs - silentUs, at: localUs)
            timeRequest.hurry(to: localUs + Int64.random(in: Self.soonUs, using: &random))
        }
        let waitUs = Jitter.backoff(
            firstUs: Self.streamRetryUs, mostUs: Self.streamRetryMostUs, failures: streamRequest.failures, &random)
        streamRequest.failed(next: localUs + waitUs)
    }

    /// The keys of sealed chains that a window's listings need and that aren't known. A prefetched store shows what it
    /// has without the stream, and without its app secret it takes no key at all.
    func dueKeys(of window: WindowFile) -> [KeyWatch.DueKey] {
        let missing = window.listings.filter { $0.slot > keyRing.newest(of: $0.chain) ?? 0 }
        let sealed = window.header.chains.filter { $0.lead < Self.prefetchedLead }
        let chains = Dictionary(sealed.map { ($0.id, $0) }) { first, _ in first }
        return Set(missing.map { SlotName(chain: $0.chain, slot: $0.slot) }).compactMap { name in
            chains[name.chain].map { chain in
                KeyWatch.DueKey(chain: name.chain, slot: name.slot, release: chain.release(of: name.slot))
            }
        }
    }

    private struct SlotName: Hashable {
        let chain: ChainID
        let slot: Int
    }

    /// Looks whether keys have stopped coming. If so, the line swallows what is sent, though the stream seems open: that is
    /// told at once, and another stream is opened.
    mutating func watchKeys(at localUs: Int64) -> [Action] {
        guard isOnScreen, stream == .open, let earliest = clock.reading(at: localUs).bounds?.lowerBound,
            let lateMs = keyWatch.look(earliest: earliest, at: localUs / 1000)
        else { return [] }
        let lateUs = lateMs * 1000
        streamEnded(at: localUs, silentUs: lateUs)
        // A server that was late with a key was so for everybody.
        streamRequest.plan(at: localUs + Int64.random(in: Self.soonUs, using: &random))
        serverOutage = Outage(sinceUs: localUs - lateUs, toldUs: localUs)
        failuresInARow = max(failuresInARow, Self.offlineFailures)
        return [.closeKeyStream]
    }

    /// When to look again: when the first key is due that hasn't come, and every second after that.
    func keyWatchUs(after localUs: Int64) -> Int64? {
        guard isOnScreen, stream == .open, let release = keyWatch.nextRelease,
            let releaseUs = clock.localUs(of: release)
        else { return nil }
        return releaseUs > localUs ? releaseUs : localUs + Self.lookUs
    }

    /// The pause between two looks for a key that is late.
    static let lookUs: Int64 = 1_000_000

    /// Requests the keys of sealed listings on the shelf, one at a time, with growing pauses.
    mutating func askMissingKeyIfDue(at localUs: Int64) -> [Action] {
        guard let missing = missingKey(at: localUs) else {
            if !keyRequest.isUnderWay { keyRequest.succeeded(next: nil) }
            return []
        }
        if keyRequest.dueUs == nil, !keyRequest.isUnderWay {
            keyRequest.plan(at: localUs + Jitter.spread(Self.missedUs, percent: 25, &random))
        }
        return keyRequest.begin(at: localUs) ? [.fetchKey(chain: missing.chain, slot: missing.slot)] : []
    }

    /// No key is missed while there is only the window that was kept: what it shows may have been replaced since, which
    /// a newer window and the stream say.
    private func missingKey(at localUs: Int64) -> (chain: ChainID, slot: Int)? {
        guard !isWindowKept || stream == .open else { return nil }
        guard let now = clock.reading(at: localUs).now, let playback else { return nil }
        let missing = playback.missingKeys(at: now, keys: keyRing)
        return window?.header.chains.lazy.compactMap { chain in missing[chain.id].map { (chain.id, $0) } }.first
    }

    /// - Returns: whether the key is news.
    @discardableResult
    private mutating func accept(_ released: ReleasedKey, at localUs: Int64) throws(KeyError) -> Bool {
        let isNews = try keyRing.accept(released, secret: secret, latest: clock.reading(at: localUs).latest)
        if isNews {
            needsRedraw = true
            keyWatch.keyCame(released.chain, slot: released.slot)
        }
        return isNews
    }

    private mutating func refuse(_ error: KeyError, at localUs: Int64) {
        switch error {
        case .unknownChain, .tooFar: hurryWindow(at: localUs)
        case .shut: report(.appSecretNeeded)
        case .beyondChain, .tooEarly, .forged: report(.keyRefused(error))
        }
    }
}
