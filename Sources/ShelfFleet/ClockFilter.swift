import ShelfClient

/// NTP's clock filter (RFC 5905, section 10): of the last eight exchanges it uses the one at the least distance.
///
/// The distance is half the round trip plus the drift that the clocks may have had since, at 15 ppm. As in NTP, a
/// sample is used once, and never after a later one. NTP then disciplines the local clock over hours, which is left out
/// here.
struct ClockFilter: Estimator {
    private var stages: [Exchange] = []
    private var used: Exchange?

    static let size = 8
    static let driftPerMillion: Int64 = 15

    mutating func take(_ exchange: Exchange) {
        stages = stages.suffix(Self.size - 1) + [exchange]
        let best = stages.min { distanceUs($0, at: exchange.receivedUs) < distanceUs($1, at: exchange.receivedUs) }
        if let best, best.receivedUs > used?.receivedUs ?? .min { used = best }
    }

    func guess(at localUs: Int64) -> Guess {
        Guess(nowUs: localUs + (used?.offsetUs ?? 0))
    }

    private func distanceUs(_ exchange: Exchange, at localUs: Int64) -> Int64 {
        exchange.roundTripUs / 2 + (localUs - exchange.receivedUs) * Self.driftPerMillion / 1_000_000
    }
}
