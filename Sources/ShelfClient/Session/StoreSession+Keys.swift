import ShelfModel
import ShelfWire

extension StoreSession {
    /// How long after a listing's start its key is missed.
    static let missedUs: Int64 = 1_000_000
    static let missedMostUs: Int64 = 30_000_000
    static let streamRetryUs: Int64 = 500_000
    static let streamRetryMostUs: Int64 = 5_000_000
    /// A store whose keys become public so long ahead is prefetched and needs no stream.
    static let prefetchedLead = TimeSpan.minutes(10)

    /// Whether keys come one by one, as far as is known; for a while beside a hand-over, of one chain only.
    var isSealed: Bool { window?.header.chains.contains { $0.lead < Self.prefetchedLead } ?? false }

    mutating func keyCame(_ released: ReleasedKey, at localUs: Int64) {
        streamOpened(at: localUs)
        guard accept(released, at: localUs) else { return }
        releaseProven(released, at: localUs)
    }

    /// A key that had to be asked for although the stream seems open: it may be dead without knowing it.
    mutating func keyAnswered(_ released: ReleasedKey, at localUs: Int64) -> [Action] {
        guard accept(released, at: localUs) else {
            keyFailed(at: localUs)
            return []
        }
        succeeded()
        keyErrand.succeeded(next: nil)
        return stream == .open ? closeStream() : []
    }

    mutating func keyFailed(at localUs: Int64) {
        let waitUs = Jitter.backoff(
            firstUs: Self.missedUs, mostUs: Self.missedMostUs, failures: keyErrand.failures + 1, &random)
        keyErrand.failed(next: localUs + waitUs)
    }

    /// Opens the stream where keys come one by one, and closes it where they don't.
    mutating func tendStream(at localUs: Int64) -> [Action] {
        guard isSealed else { return closeStream() }
        if stream == .closed, streamErrand.dueUs == nil { streamErrand.plan(at: localUs) }
        guard stream == .closed, streamErrand.begin(at: localUs) else { return [] }
        stream = .opening
        return [.openKeyStream]
    }

    mutating func closeStream() -> [Action] {
        guard stream != .closed else {
            streamErrand.plan(at: nil)
            return []
        }
        stream = .closed
        streamErrand.succeeded(next: nil)
        return [.closeKeyStream]
    }

    /// A stream that opens again has found the network, or a server that was started anew.
    mutating func streamOpened(at localUs: Int64) {
        guard stream != .closed else { return }
        if stream == .opening { needsRedraw = true }
        if streamErrand.failures > 0 { restartExchanges(at: localUs) }
        stream = .open
        streamErrand.opened()
        succeeded()
    }

    mutating func streamEnded(at localUs: Int64) {
        guard stream != .closed else { return }
        stream = .closed
        needsRedraw = true
        failed()
        let waitUs = Jitter.backoff(
            firstUs: Self.streamRetryUs, mostUs: Self.streamRetryMostUs, failures: streamErrand.failures, &random)
        streamErrand.failed(next: localUs + waitUs)
    }

    /// Asks for the key of what stands sealed on the shelf, one at a time and ever more seldom.
    mutating func tendMissingKeys(at localUs: Int64) -> [Action] {
        guard let missing = missingKey(at: localUs) else {
            if !keyErrand.isUnderWay { keyErrand.succeeded(next: nil) }
            return []
        }
        if keyErrand.dueUs == nil, !keyErrand.isUnderWay {
            keyErrand.plan(at: localUs + Jitter.spread(Self.missedUs, percent: 25, &random))
        }
        return keyErrand.begin(at: localUs) ? [.fetchKey(chain: missing.chain, slot: missing.slot)] : []
    }

    private func missingKey(at localUs: Int64) -> (chain: ChainID, slot: Int)? {
        guard let now = clock.reading(at: localUs).now, let playback else { return nil }
        let missing = playback.missingKeys(at: now, keys: keyRing)
        return window?.header.chains.lazy.compactMap { chain in missing[chain.id].map { (chain.id, $0) } }.first
    }

    @discardableResult
    private mutating func accept(_ released: ReleasedKey, at localUs: Int64) -> Bool {
        do throws(KeyError) {
            try keyRing.accept(released, secret: secret, latest: clock.reading(at: localUs).latest)
        } catch {
            refuse(error, at: localUs)
            return false
        }
        needsRedraw = true
        return true
    }

    private mutating func refuse(_ error: KeyError, at localUs: Int64) {
        switch error {
        case .unknownChain, .tooFar: hurryWindow(at: localUs)
        case .shut: report(.appSecretNeeded)
        case .beyondChain, .tooEarly, .forged: report(.keyRefused(error))
        }
    }
}
