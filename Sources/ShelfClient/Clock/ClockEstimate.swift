package import ShelfModel

/// The server's time, estimated from exchanges of time stamps: a value without a clock of its own.
///
/// It keeps ten minutes of ``Evidence``, from which the ``Corridor`` follows that the server's time is proven to be in.
/// Readings for growing local times never go back. When a new estimate is a little off the last one, readings approach
/// it slowly; when it is far ahead, they step to it; when it is far behind, they stand still until it is reached.
package struct ClockEstimate: Hashable, Sendable {
    /// The result of adding evidence.
    package enum Outcome: Hashable, Sendable {
        /// The evidence can't be true, and changed nothing.
        case refused
        case taken
        /// The evidence contradicts the earlier evidence. An exchange drops the older half of that, or all of it. More
        /// exchanges are needed soon.
        case restarted
    }

    private var evidence = Evidence()
    private var corridor: Corridor?
    private var slew = ClockSlew()
    private var jumpUncertainty = JumpUncertainty()
    private let granularityUs: Int64
    /// How far the server's own clock can be from the true time, as the last exchange said.
    package private(set) var serverUncertaintyUs: Int64 = 0
    private var isRestored = false
    /// What was known of the rate before the evidence.
    private var prior = RatePrior.unknown
    /// When evidence last contradicted itself though no clock was seen to jump.
    private var contradictedUs: Int64?
    /// The server's timeline that the evidence belongs to; `nil` until the first exchange.
    package private(set) var timeline: String?

    /// - Parameter granularityUs: the resolution of this device's clock, in microseconds.
    package init(granularityUs: Int64 = 1) {
        self.granularityUs = granularityUs
    }

    /// Adds an exchange to the evidence.
    ///
    /// - Parameter localUs: this device's time, not before the exchange's last stamp.
    @discardableResult
    package mutating func add(_ exchange: Exchange, at localUs: Int64) -> Outcome {
        guard exchange.isPossible(granularityUs: granularityUs), exchange.receivedUs <= localUs,
            exchange.sentUs >= jumpUncertainty.noticedUs
        else { return .refused }
        let isFirst = corridor == nil
        let read = reading(at: localUs)
        let isAfresh = timeline != exchange.timeline || !jumpUncertainty.isNone || isRestored
        if isAfresh { (evidence, contradictedUs) = (Evidence(), nil) }
        (timeline, jumpUncertainty, isRestored) = (exchange.timeline, JumpUncertainty(), false)
        serverUncertaintyUs = exchange.serverUncertaintyUs
        evidence.forget(before: localUs - Evidence.memoryUs)
        evidence.add(exchange, granularityUs: granularityUs, ratePpb: corridor?.ratePpb ?? 0)
        let isWhole = refit(around: exchange, at: localUs)
        slew.correct(
            from: isFirst ? nil : read.nowUs, to: targetUs(at: localUs), at: localUs, isAfresh: isAfresh)
        return isWhole && (isFirst || !isAfresh) ? .taken : .restarted
    }

    /// Adds the evidence that the server's time was at least `instant` when this device's clock said `localUs`.
    ///
    /// A pushed key is such evidence for the instant of its release, however long the network took.
    @discardableResult
    package mutating func add(reached instant: Instant, at localUs: Int64) -> Outcome {
        guard let before = corridor, jumpUncertainty.isNone, !isRestored else { return .refused }
        var more = evidence
        let bound = Evidence.Bound(atUs: localUs, offsetUs: instant.us - localUs - granularityUs)
        more.forget(before: localUs - Evidence.memoryUs)
        more.add(lower: bound, ratePpb: before.ratePpb)
        guard let after = corridor(of: more, at: localUs) else { return more.uppers.isEmpty ? .refused : .restarted }
        let readUs = reading(at: localUs).nowUs
        (evidence, corridor) = (more, after)
        slew.correct(from: readUs, to: targetUs(at: localUs), at: localUs)
        return .taken
    }

    /// The server's time when this device's clock says `localUs`.
    package func reading(at localUs: Int64) -> ClockReading {
        guard let corridor else { return .unsynced }
        let nowUs = slew.nowUs(targetUs: targetUs(at: localUs), at: localUs)
        let bounds = corridor.boundsUs(at: localUs)
        let offsetUs = nowUs - localUs
        let halfUs = max(
            bounds.upperBound + jumpUncertainty.aheadUs - offsetUs,
            offsetUs - bounds.lowerBound - jumpUncertainty.behindUs)
        return ClockReading(
            nowUs: nowUs, uncertaintyUs: halfUs + serverUncertaintyUs + granularityUs, ageUs: localUs - corridor.atUs,
            roundTripUs: evidence.roundTripUs ?? 0, ratePpb: corridor.ratePpb, isConfirmed: !isRestored,
            isStrained: corridor.isStrained)
    }

    /// When this device's clock will say that it is `instant`; `nil` while nothing is known.
    package func localUs(of instant: Instant) -> Int64? {
        guard let corridor else { return nil }
        var localUs = instant.us - corridor.offsetUs(at: corridor.atUs) - jumpUncertainty.behindUs
        for _ in 0..<4 { localUs += instant.us - slew.nowUs(targetUs: targetUs(at: localUs), at: localUs) }
        return localUs
    }

    /// Notes that this device's clock or its wall clock jumped. Until the next exchange it is unknown which one did.
    package mutating func doubt(_ jump: ClockJump) {
        guard corridor != nil else { return }
        slew.stand(at: reading(at: jump.sinceUs).nowUs)
        jumpUncertainty.add(jump)
    }

    /// The server's time minus this device's, at the newest evidence; `nil` while nothing is known.
    package var offsetUs: Int64? { corridor.map { $0.offsetUs(at: $0.atUs) } }

    /// The bounds between which ``offsetUs`` is proven to be, jumps not counted; `nil` while nothing is known.
    package var provenUs: ClosedRange<Int64>? { corridor.map { $0.boundsUs(at: $0.atUs) } }

    /// The evidence behind the estimate, in numbers; `nil` while nothing is known.
    package var basis: ClockBasis? {
        corridor.map {
            ClockBasis(
                uppers: evidence.uppers.count, lowers: evidence.lowers.count, wanderPpb: $0.wanderPpb,
                ratesPpb: $0.rates)
        }
    }

    private func targetUs(at localUs: Int64) -> Int64 {
        localUs + (corridor?.offsetUs(at: localUs) ?? 0) + jumpUncertainty.behindUs
    }

    /// - Returns: whether all evidence agrees. If it doesn't, the older half was dropped, or all but this exchange.
    private mutating func refit(around exchange: Exchange, at localUs: Int64) -> Bool {
        corridor = corridor(of: evidence, at: localUs)
        if corridor != nil { return true }
        contradictedUs = localUs
        if let middleUs = evidence.middleUs { evidence.forget(before: middleUs) }
        corridor = corridor(of: evidence, at: localUs)
        guard corridor == nil else { return false }
        evidence = Evidence()
        evidence.add(exchange, granularityUs: granularityUs, ratePpb: 0)
        corridor = corridor(of: evidence, at: localUs)
        return false
    }

    /// After a contradiction more is allowed for, for as long as evidence is kept: what made it can go on.
    private func corridor(of evidence: Evidence, at localUs: Int64) -> Corridor? {
        let isStrained = contradictedUs.map { localUs - $0 <= Evidence.memoryUs } ?? false
        return Corridor(evidence, prior: prior, isStrained: isStrained)
    }
}

extension ClockEstimate {
    /// What to keep for the next start of the app during this boot; `nil` while nothing certain is known.
    package func saved(bootSession: String, wallAheadUs: Int64) -> SavedClock? {
        guard let corridor, let timeline, jumpUncertainty.isNone, !isRestored else { return nil }
        return SavedClock(
            bootSession: bootSession, wallAheadUs: wallAheadUs, timeline: timeline,
            serverUncertaintyUs: serverUncertaintyUs, corridor: corridor, rate: learntRate ?? prior)
    }

    /// The rate, once it is known to a few millionths; `nil` before.
    private var learntRate: RatePrior? {
        guard let corridor, !corridor.isStrained, 2 * corridor.ratePpbOff <= RatePrior.learntPpbOff else { return nil }
        return RatePrior(ppb: corridor.ratePpb, deviationPpb: RatePrior.learntPpbOff)
    }

    /// Takes the rate that was learnt before the last start for likely. A quartz keeps it, whatever else has changed.
    package mutating func expect(_ rate: RatePrior) {
        if rate.isSound { prior = rate }
    }

    /// Starts from what was kept, as a hint that the first exchange replaces.
    ///
    /// - Parameter apartUs: how far this device's clock and its wall clock have moved apart since then.
    package mutating func restore(_ saved: SavedClock, apartUs: Int64) {
        guard corridor == nil else { return }
        (corridor, timeline, isRestored) = (saved.corridor, saved.timeline, true)
        serverUncertaintyUs = saved.serverUncertaintyUs
        jumpUncertainty.add(ClockJump(byUs: apartUs, sinceUs: saved.corridor.atUs, noticedUs: saved.corridor.atUs))
    }
}
