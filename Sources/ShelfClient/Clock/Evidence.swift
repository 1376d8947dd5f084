/// What is known of how far the server's clock is ahead of the clock here, each direction by itself.
///
/// A queue usually grows in one direction only, so the exchange that brings the
/// best proof of one bound rarely brings the best of the other. All in microseconds.
struct Evidence: Hashable, Sendable {
    /// At the moment `atUs` of the clock here, the server's was ahead by no more (or by no less) than `offsetUs`.
    struct Bound: Hashable, Sendable {
        let atUs: Int64
        let offsetUs: Int64
    }

    /// By time, the oldest first.
    private(set) var uppers: [Bound] = []
    /// By time, the oldest first.
    private(set) var lowers: [Bound] = []

    private var roundTrips: [Bound] = []

    /// The shortest round trip in memory.
    var roundTripUs: Int64? { roundTrips.lazy.map(\.offsetUs).min() }

    static let memoryUs: Int64 = 600_000_000
    static let boundsAtMost = 64
    /// What is too much is thinned to the best of so many bins a direction.
    static let bins: Int64 = 32

    /// The newest moment that something is known of.
    var newestUs: Int64? {
        switch (uppers.last, lowers.last) {
        case (let upper?, let lower?): max(upper.atUs, lower.atUs)
        case (let upper, let lower): (upper ?? lower)?.atUs
        }
    }

    /// Both bounds of an exchange, which is known to be possible.
    ///
    /// The server may have read the request right after it was sent, and written the answer right before
    /// it was received: from there each bound counts its age.
    mutating func add(_ exchange: Exchange, granularityUs: Int64, ratePpb: Int64) {
        add(upper: exchange.upper(granularityUs: granularityUs), ratePpb: ratePpb)
        add(lower: exchange.lower(granularityUs: granularityUs), ratePpb: ratePpb)
        Self.insert(Bound(atUs: exchange.receivedUs, offsetUs: exchange.roundTripUs), into: &roundTrips)
        if roundTrips.count > Self.boundsAtMost { Self.thin(&roundTrips, ratePpb: 0) { $0 < $1 } }
    }

    /// - Parameter ratePpb: the rate at which bounds of different moments are compared when they become too many.
    mutating func add(upper: Bound, ratePpb: Int64) {
        Self.insert(upper, into: &uppers)
        if uppers.count > Self.boundsAtMost { Self.thin(&uppers, ratePpb: ratePpb) { $0 < $1 } }
    }

    mutating func add(lower: Bound, ratePpb: Int64) {
        Self.insert(lower, into: &lowers)
        if lowers.count > Self.boundsAtMost { Self.thin(&lowers, ratePpb: ratePpb) { $0 > $1 } }
    }

    /// Forgets what is older than `us`.
    mutating func forget(before us: Int64) {
        uppers.removeAll { $0.atUs < us }
        lowers.removeAll { $0.atUs < us }
        roundTrips.removeAll { $0.atUs < us }
    }

    /// Where the older half ends.
    var middleUs: Int64? {
        guard let newest = newestUs, let oldest = [uppers.first, lowers.first].compactMap({ $0?.atUs }).min() else {
            return nil
        }
        return newest - (newest - oldest) / 2
    }

    private static func insert(_ bound: Bound, into bounds: inout [Bound]) {
        let index = bounds.lastIndex { $0.atUs <= bound.atUs }.map { $0 + 1 } ?? 0
        bounds.insert(bound, at: index)
    }

    private static func thin(_ bounds: inout [Bound], ratePpb: Int64, isBetter: (Int64, Int64) -> Bool) {
        let binUs = memoryUs / bins
        bounds = bounds.reduce(into: []) { kept, bound in
            guard let last = kept.last, last.atUs / binUs == bound.atUs / binUs else { return kept.append(bound) }
            let lastNow = last.offsetUs + (bound.atUs - last.atUs) * ratePpb / 1_000_000_000
            if isBetter(bound.offsetUs, lastNow) { kept[kept.count - 1] = bound }
        }
    }
}
