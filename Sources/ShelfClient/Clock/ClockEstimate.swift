package import ShelfModel

/// The server's time, estimated from exchanges of time stamps: a value without a clock of its own.
///
/// It keeps ten minutes of ``Evidence`` and goes by the ``Corridor`` that this
/// proves. Readings for growing local times never go back: a better estimate is
/// approached slowly, or at once when it is far ahead, and when it is far behind
/// the time stands until it is right.
package struct ClockEstimate: Hashable, Sendable {
    /// What came of new evidence.
    package enum Outcome: Hashable, Sendable {
        /// It cannot be true, and changed nothing.
        case refused
        case taken
        /// It contradicts what was known, of which an exchange drops half or all: more is needed soon.
        case restarted
    }

    private var evidence = Evidence()
    private var corridor: Corridor?
    private var course = Course()
    private var doubt = Doubt()
    private let granularityUs: Int64
    /// How far the server's own clock can be from the true time, as it said last.
    package private(set) var serverUncertaintyUs: Int64 = 0
    private var isRestored = false
    /// The server's timeline that the evidence is of; `nil` until the first exchange.
    package private(set) var timeline: String?

    /// - Parameter granularityUs: how coarse the stamps and readings of the clock here are.
    package init(granularityUs: Int64 = 1) {
        self.granularityUs = granularityUs
    }

    /// Takes an exchange in.
    ///
    /// - Parameter localUs: the time here, not before the exchange's last stamp.
    @discardableResult
    package mutating func add(_ exchange: Exchange, at localUs: Int64) -> Outcome {
        guard exchange.isPossible(granularityUs: granularityUs), exchange.receivedUs <= localUs,
            exchange.sentUs >= doubt.noticedUs
        else { return .refused }
        let isFirst = corridor == nil
        let read = reading(at: localUs)
        let isAfresh = timeline != exchange.timeline || !doubt.isNone || isRestored
        if isAfresh { evidence = Evidence() }
        (timeline, doubt, isRestored) = (exchange.timeline, Doubt(), false)
        serverUncertaintyUs = exchange.serverUncertaintyUs
        evidence.forget(before: localUs - Evidence.memoryUs)
        evidence.add(exchange, granularityUs: granularityUs, ratePpb: corridor?.ratePpb ?? 0)
        let isWhole = refit(around: exchange)
        course.correct(
            from: isFirst ? nil : read.nowUs, to: targetUs(at: localUs), at: localUs, isAfresh: isAfresh)
        return isWhole && (isFirst || !isAfresh) ? .taken : .restarted
    }

    /// Takes in that the server's time was at least `instant` when this device's clock said `localUs`.
    ///
    /// A key that was pushed proves it of its release, whatever the network did meanwhile.
    @discardableResult
    package mutating func add(reached instant: Instant, at localUs: Int64) -> Outcome {
        guard let before = corridor, doubt.isNone, !isRestored else { return .refused }
        var more = evidence
        let bound = Evidence.Bound(atUs: localUs, offsetUs: instant.us - localUs - granularityUs)
        more.forget(before: localUs - Evidence.memoryUs)
        more.add(lower: bound, ratePpb: before.ratePpb)
        guard let after = Corridor(more) else { return more.uppers.isEmpty ? .refused : .restarted }
        let readUs = reading(at: localUs).nowUs
        (evidence, corridor) = (more, after)
        course.correct(from: readUs, to: targetUs(at: localUs), at: localUs)
        return .taken
    }

    /// What the time is when this device's clock says `localUs`.
    package func reading(at localUs: Int64) -> ClockReading {
        guard let corridor else { return .unsynced }
        let nowUs = course.nowUs(targetUs: targetUs(at: localUs), at: localUs)
        let bounds = corridor.boundsUs(at: localUs)
        let offsetUs = nowUs - localUs
        let halfUs = max(bounds.upperBound + doubt.aheadUs - offsetUs, offsetUs - bounds.lowerBound - doubt.behindUs)
        return ClockReading(
            nowUs: nowUs, uncertaintyUs: halfUs + serverUncertaintyUs + granularityUs, ageUs: localUs - corridor.atUs,
            roundTripUs: evidence.roundTripUs ?? 0, ratePpb: corridor.ratePpb, isConfirmed: !isRestored)
    }

    /// When this device's clock will say that it is `instant`; `nil` while nothing is known.
    package func localUs(of instant: Instant) -> Int64? {
        guard let corridor else { return nil }
        var localUs = instant.us - corridor.offsetUs(at: corridor.atUs) - doubt.behindUs
        for _ in 0..<4 { localUs += instant.us - course.nowUs(targetUs: targetUs(at: localUs), at: localUs) }
        return localUs
    }

    /// The clock here or the wall clock jumped: until the next exchange nobody knows which.
    package mutating func doubt(_ jump: ClockJump) {
        guard corridor != nil else { return }
        course.stand(at: reading(at: jump.sinceUs).nowUs)
        doubt.add(jump)
    }

    /// What was added to the time here at the newest evidence to give the server's; `nil` while nothing is known.
    package var offsetUs: Int64? { corridor.map { $0.offsetUs(at: $0.atUs) } }

    /// Between which bounds ``offsetUs`` is proven to be, as far as there is no doubt.
    package var provenUs: ClosedRange<Int64>? { corridor.map { $0.boundsUs(at: $0.atUs) } }

    /// How many bounds of each direction the estimate rests on, and which wander makes them agree.
    package var basis: ClockBasis? {
        corridor.map {
            ClockBasis(
                uppers: evidence.uppers.count, lowers: evidence.lowers.count, wanderPpb: $0.wanderPpb,
                ratesPpb: $0.rates)
        }
    }

    private func targetUs(at localUs: Int64) -> Int64 {
        localUs + (corridor?.offsetUs(at: localUs) ?? 0) + doubt.behindUs
    }

    /// - Returns: whether all evidence agrees; if not, the older half was dropped, or all but the exchange.
    private mutating func refit(around exchange: Exchange) -> Bool {
        corridor = Corridor(evidence)
        if corridor != nil { return true }
        if let middleUs = evidence.middleUs { evidence.forget(before: middleUs) }
        corridor = Corridor(evidence)
        guard corridor == nil else { return false }
        evidence = Evidence()
        evidence.add(exchange, granularityUs: granularityUs, ratePpb: 0)
        corridor = Corridor(evidence)
        return false
    }
}

extension ClockEstimate {
    /// What may be kept for the next start of the app on this boot of the device; `nil` while it would be of no use.
    package func saved(bootSession: String, wallAheadUs: Int64) -> SavedClock? {
        guard let corridor, let timeline, doubt.isNone, !isRestored else { return nil }
        return SavedClock(
            bootSession: bootSession, wallAheadUs: wallAheadUs, timeline: timeline,
            serverUncertaintyUs: serverUncertaintyUs, corridor: corridor)
    }

    /// Goes by what was kept, as a hint: the first exchange replaces it.
    ///
    /// - Parameter apartUs: how far the clock here and the wall clock have moved apart since.
    package mutating func restore(_ saved: SavedClock, apartUs: Int64) {
        guard corridor == nil else { return }
        (corridor, timeline, isRestored) = (saved.corridor, saved.timeline, true)
        serverUncertaintyUs = saved.serverUncertaintyUs
        doubt.add(ClockJump(byUs: apartUs, sinceUs: saved.corridor.atUs, noticedUs: saved.corridor.atUs))
    }
}
