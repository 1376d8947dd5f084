/// Bounds of how far the server's clock was ahead of this device's, kept separately for each direction of the network.
///
/// Queues in the network usually grow in one direction only, so the exchange with the best upper bound rarely has the
/// best lower bound too. All values are in microseconds.
struct Evidence: Hashable, Sendable {
    /// When this device's clock said `atUs`, the server's was ahead by `offsetUs` at most, or at least.
    struct Bound: Hashable, Sendable {
        let atUs: Int64
        let offsetUs: Int64
    }

    /// The server was ahead by these at most. The oldest come first.
    private(set) var uppers: [Bound] = []
    /// The server was ahead by these at least. The oldest come first.
    private(set) var lowers: [Bound] = []

    /// Exchanges by their middles. The oldest come first.
    private(set) var passages: [Passage] = []

    /// When this device's clock said `atUs`, the server's was ahead by `offsetUs` if both ways took equally long.
    struct Passage: Hashable, Sendable {
        let atUs: Int64
        let offsetUs: Int64
        let roundTripUs: Int64
    }

    /// The shortest round trip in memory.
    var roundTripUs: Int64? { passages.lazy.map(\.roundTripUs).min() }

    /// Older evidence is forgotten.
    static let memoryUs: Int64 = 600_000_000
    /// How many bounds are kept of each direction.
    static let boundsAtMost = 64
    /// When there are too many bounds, the memory is divided into this number of bins, each of which keeps its best
    /// bound.
    static let bins: Int64 = 32

    /// The time of the newest bound.
    var newestUs: Int64? {
        switch (uppers.last, lowers.last) {
        case (let upper?, let lower?): max(upper.atUs, lower.atUs)
        case (let upper, let lower): (upper ?? lower)?.atUs
        }
    }

    /// Adds both bounds of an exchange, which must be possible.
    ///
    /// The upper bound holds for when the request was sent, because the server may have read it at once. The lower
    /// bound holds for when the answer was received, because the server may have written it just before.
    mutating func add(_ exchange: Exchange, granularityUs: Int64, ratePpb: Int64) {
        add(upper: exchange.upper(granularityUs: granularityUs), ratePpb: ratePpb)
        add(lower: exchange.lower(granularityUs: granularityUs), ratePpb: ratePpb)
        Self.insert(exchange.passage, into: &passages)
        if passages.count > Self.boundsAtMost {
            Self.thin(&passages) { last, next in next.roundTripUs < last.roundTripUs }
        }
    }

    /// - Parameter ratePpb: the rate by which bounds of different moments are compared when there are too many.
    mutating func add(upper: Bound, ratePpb: Int64) {
        Self.insert(upper, into: &uppers)
        if uppers.count > Self.boundsAtMost {
            Self.thin(&uppers) { last, next in next.offsetUs < last.movedUs(to: next.atUs, ratePpb) }
        }
    }

    mutating func add(lower: Bound, ratePpb: Int64) {
        Self.insert(lower, into: &lowers)
        if lowers.count > Self.boundsAtMost {
            Self.thin(&lowers) { last, next in next.offsetUs > last.movedUs(to: next.atUs, ratePpb) }
        }
    }

    /// Forgets what is older than `us`.
    mutating func forget(before us: Int64) {
        uppers.removeAll { $0.atUs < us }
        lowers.removeAll { $0.atUs < us }
        passages.removeAll { $0.atUs < us }
    }

    /// The moment halfway between the oldest and the newest bound.
    var middleUs: Int64? {
        guard let newest = newestUs, let oldest = [uppers.first, lowers.first].compactMap({ $0?.atUs }).min() else {
            return nil
        }
        return newest - (newest - oldest) / 2
    }

    private static func insert<Item: Timed>(_ item: Item, into items: inout [Item]) {
        let index = items.lastIndex { $0.atUs <= item.atUs }.map { $0 + 1 } ?? 0
        items.insert(item, at: index)
    }

    /// - Parameter isBetter: whether the second of two in the same bin is better than the first.
    private static func thin<Item: Timed>(_ items: inout [Item], _ isBetter: (Item, Item) -> Bool) {
        let binUs = memoryUs / bins
        items = items.reduce(into: []) { kept, item in
            guard let last = kept.last, last.atUs / binUs == item.atUs / binUs else { return kept.append(item) }
            if isBetter(last, item) { kept[kept.count - 1] = item }
        }
    }
}

private protocol Timed {
    var atUs: Int64 { get }
}

extension Evidence.Passage: Timed {}

extension Evidence.Bound: Timed {
    /// The bound at a later time, by a rate.
    fileprivate func movedUs(to us: Int64, _ ratePpb: Int64) -> Int64 {
        offsetUs + (us - atUs) * ratePpb / 1_000_000_000
    }
}
