package import ShelfClient

/// One client's clock against the server, an exchange a line.
package struct SyncReport: Sendable {
    private var estimate = ClockEstimate()
    private var bestRoundTripUs = Int64.max
    private var timeline: String?

    package init() {}

    static let heading = "round trip ms      best   offset ms    ± ms  server ± ms"

    /// - Parameters:
    ///   - localUs: the time here after the exchange.
    ///   - wallUs: this machine's wall clock at the same moment; the offset shown is the server's time minus it.
    package mutating func lines(_ exchange: Exchange, at localUs: Int64, wallUs: Int64) -> [String] {
        guard estimate.add(exchange, at: localUs) != .refused else {
            return [
                "these stamps can't be true, and are left out: round trip \(Words.milliseconds(exchange.roundTripUs)) ms"
            ]
        }
        bestRoundTripUs = min(bestRoundTripUs, exchange.roundTripUs)
        return timelineLines(exchange) + [row(exchange, estimate.reading(at: localUs), wallUs: wallUs)]
    }

    private func row(_ exchange: Exchange, _ reading: ClockReading, wallUs: Int64) -> String {
        let columns = [
            (exchange.roundTripUs, 13), (bestRoundTripUs, 10), (reading.nowUs - wallUs, 12), (reading.uncertaintyUs, 8),
            (exchange.serverUncertaintyUs, 13),
        ]
        return columns.map { us, width in
            let text = Words.milliseconds(us)
            return String(repeating: " ", count: max(0, width - text.count)) + text
        }.joined()
    }

    private mutating func timelineLines(_ exchange: Exchange) -> [String] {
        guard exchange.timeline != timeline else { return [] }
        timeline = exchange.timeline
        return ["timeline \(DisplayWidth.harmless(exchange.timeline))", Self.heading]
    }
}
