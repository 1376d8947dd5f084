import ShelfClient

/// What a clock makes of an event.
struct ClockBelief: Codable, Hashable, Sendable {
    let outcome: String
    /// How many upper and lower bounds are remembered.
    let kept: [Int]
    /// Between which bounds the server is proven to be ahead, at the newest evidence.
    let proven: [Int64]
    let rate: Int64
    let wander: Int64
    /// How good the time is, at once.
    let state: String
    /// The time read and its uncertainty.
    let readings: [[Int64]]
}

extension ClockEstimate {
    /// Takes the event in, and says what is believed then.
    mutating func belief(after event: ClockEvent, readAfterUs: [Int64]) -> ClockBelief {
        let outcome = take(event)
        let readings = readAfterUs.map { reading(at: event.atUs + $0) }
        return ClockBelief(
            outcome: outcome, kept: basis.map { [$0.uppers, $0.lowers] } ?? [],
            proven: provenUs.map { [$0.lowerBound, $0.upperBound] } ?? [],
            rate: readings.first?.ratePpb ?? 0, wander: basis?.wanderPpb ?? 0,
            state: readings.first.map { "\($0.state)" } ?? "",
            readings: readings.map { [$0.nowUs, $0.uncertaintyUs] })
    }

    private mutating func take(_ event: ClockEvent) -> String {
        switch event {
        case .exchange(let exchange): return "\(add(exchange, at: exchange.receivedUs))"
        case .key(let instant, let atUs): return "\(add(reached: instant, at: atUs))"
        case .jump(let jump):
            doubt(jump)
            return "doubted"
        }
    }
}
