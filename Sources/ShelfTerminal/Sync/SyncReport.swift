package import ShelfClient

/// Compares this machine's clock with the server's: a line for each exchange, and a summary at the end.
package struct SyncReport: Sendable {
    private var estimate: ClockEstimate
    private var timeline: String?
    private var jumps: [ClockJump] = []
    private var taken = 0
    private var refused = 0
    private var failed = 0
    private let granularityUs: Int64

    package init(granularityUs: Int64 = 1) {
        self.granularityUs = granularityUs
        estimate = ClockEstimate(granularityUs: granularityUs)
    }

    /// Whether any exchange was answered.
    package var isAnswered: Bool { taken + refused > 0 }

    static let heading = "round trip ms  shortest   offset ms    ± ms  rate ppm  server ± ms"

    /// - Parameters:
    ///   - localUs: this machine's time after the exchange.
    ///   - wallUs: this machine's wall clock at the same moment; the offset shown is the server's time minus it.
    package mutating func lines(_ exchange: Exchange, at localUs: Int64, wallUs: Int64) -> [String] {
        let outcome = estimate.add(exchange, at: localUs)
        guard outcome != .refused else {
            refused += 1
            return ["these stamps can't be true, or lie across a jump, and are left out"]
        }
        let dropped = outcome == .restarted ? ["this contradicts what was known; what is older is dropped"] : []
        taken += 1
        return timelineLines(exchange) + dropped + [row(exchange, estimate.reading(at: localUs), wallUs: wallUs)]
    }

    /// Notes that one of this machine's clocks was set or stood still.
    package mutating func jumped(_ jump: ClockJump) -> String {
        estimate.doubt(jump)
        jumps.append(jump)
        return "this machine's clocks moved apart by \(Words.milliseconds(jump.byUs)) ms; what was known is in doubt"
    }

    /// Notes that no answer came, and why.
    package mutating func failed(_ error: any Error) -> String {
        failed += 1
        return "\(error)"
    }

    /// Returns the summary: what is proven about this machine's clock, and what limits the precision.
    package func summary(at localUs: Int64, wallUs: Int64) -> [String] {
        let reading = estimate.reading(at: localUs)
        guard let basis = estimate.basis else { return ["no exchange could be used; nothing is known of the time"] }
        return [
            "", Words.clockState(reading),
            row("this machine's wall clock", wallText(reading.nowUs - wallUs)),
            row("rate", rateText(reading, basis)),
            row("shortest round trip", "\(Words.milliseconds(reading.roundTripUs)) ms; \(pathText(reading))"),
            row("server's own uncertainty", "\(Words.milliseconds(estimate.serverUncertaintyUs)) ms"),
            row("evidence", "\(basis.uppers) bounds from the way there, \(basis.lowers) from the way back"),
            row("newest evidence", "\(Words.milliseconds(reading.ageUs)) ms old"),
            row("stamps", "to \(granularityUs) µs"),
            row("exchanges", "\(taken) used, \(refused) left out, \(failed) without an answer"),
            row("jumps of this machine's clocks", jumps.isEmpty ? "none" : "\(jumps.count)"),
        ]
    }

    private func wallText(_ aheadUs: Int64) -> String {
        "\(Words.milliseconds(abs(aheadUs))) ms \(aheadUs >= 0 ? "behind" : "ahead of") the server"
    }

    private func rateText(_ reading: ClockReading, _ basis: ClockBasis) -> String {
        let possible = "\(ppm(basis.ratesPpb.lowerBound)) to \(ppm(basis.ratesPpb.upperBound))"
        return "\(ppm(reading.ratePpb)) ppm; possible are \(possible), give or take \(ppm(basis.wanderPpb))"
    }

    private func pathText(_ reading: ClockReading) -> String {
        "if one way takes longer, up to \(Words.milliseconds(reading.roundTripUs / 2)) ms that nobody can see"
    }

    private func row(_ name: String, _ value: String) -> String {
        "  \(name)\(String(repeating: " ", count: max(1, 32 - name.count)))\(value)"
    }

    private func row(_ exchange: Exchange, _ reading: ClockReading, wallUs: Int64) -> String {
        let columns = [
            (Words.milliseconds(exchange.roundTripUs), 13), (Words.milliseconds(reading.roundTripUs), 10),
            (Words.milliseconds(reading.nowUs - wallUs), 12), (Words.milliseconds(reading.uncertaintyUs), 8),
            (ppm(reading.ratePpb), 10), (Words.milliseconds(exchange.serverUncertaintyUs), 13),
        ]
        return columns.map { text, width in String(repeating: " ", count: max(0, width - text.count)) + text }.joined()
    }

    private func ppm(_ ppb: Int64) -> String { Words.milliseconds(ppb) }

    private mutating func timelineLines(_ exchange: Exchange) -> [String] {
        guard exchange.timeline != timeline else { return [] }
        timeline = exchange.timeline
        return ["timeline \(DisplayWidth.harmless(exchange.timeline))", Self.heading]
    }
}
