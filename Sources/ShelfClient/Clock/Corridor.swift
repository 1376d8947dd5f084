/// What one exchange proves: the server's time minus ours lay between two bounds while it ran.
///
/// The server read the request after it was sent here, and wrote the answer
/// before it was received here; nothing is assumed about how long either way took.
struct Corridor: Hashable, Sendable {
    private let sentUs: Int64
    let receivedUs: Int64
    private let leastUs: Int64
    private let mostUs: Int64
    private let serverUncertaintyUs: Int64

    /// Stamps are whole microseconds here and there, rounded down.
    static let granularityUs: Int64 = 1
    /// More than two quartzes wander apart.
    static let driftPerMillion: Int64 = 300
    static let longestRoundTripUs: Int64 = 10_000_000
    /// Stamps beyond are nobody's clock, and sums of them might overflow.
    private static let stamps: Range<Int64> = 0..<1 << 53

    /// `nil` when no honest pair of clocks makes such stamps, or when they are too far apart to be of use.
    init?(_ exchange: Exchange) {
        let stamps = [
            exchange.sentUs, exchange.receivedUs, exchange.serverReceivedUs, exchange.serverSentUs,
            exchange.serverUncertaintyUs,
        ]
        guard stamps.allSatisfy(Self.stamps.contains), exchange.serverSentUs >= exchange.serverReceivedUs,
            (0...Self.longestRoundTripUs).contains(exchange.receivedUs - exchange.sentUs)
        else { return nil }
        sentUs = exchange.sentUs
        receivedUs = exchange.receivedUs
        leastUs = exchange.serverSentUs - exchange.receivedUs - Self.granularityUs
        mostUs = exchange.serverReceivedUs - exchange.sentUs + Self.granularityUs
        serverUncertaintyUs = exchange.serverUncertaintyUs
        guard leastUs <= mostUs else { return nil }
    }

    /// The middle of the corridor: what to add to the time here.
    var offsetUs: Int64 { leastUs + (mostUs - leastUs) / 2 }

    /// How far the server's timeline can be from the estimate at `localUs`.
    func halfWidthUs(at localUs: Int64) -> Int64 {
        (mostUs - leastUs + 1) / 2 + driftUs(at: localUs)
    }

    /// How far the true time can be from the estimate at `localUs`.
    func uncertaintyUs(at localUs: Int64) -> Int64 {
        halfWidthUs(at: localUs) + serverUncertaintyUs + Self.granularityUs
    }

    /// Whether both can be true of two clocks that ran on, seen from `localUs`.
    func agrees(with other: Corridor, at localUs: Int64) -> Bool {
        abs(offsetUs - other.offsetUs) <= halfWidthUs(at: localUs) + other.halfWidthUs(at: localUs)
    }

    /// Counted from the first stamp, because the server's may have been taken right after it.
    private func driftUs(at localUs: Int64) -> Int64 {
        (abs(localUs - sentUs) * Self.driftPerMillion + 999_999) / 1_000_000
    }
}
