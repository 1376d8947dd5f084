/// Everything that one client reported, in order, in the server's time.
package struct WitnessLog: Sendable {
    package struct Change: Hashable, Sendable {
        package let listing: String
        package let position: Int
        package let startUs: Int64
        package let shownUs: Int64
        package let wasSealed: Bool
    }

    package struct ClockSample: Hashable, Sendable {
        package let atUs: Int64
        package let errorUs: Int64
        package let uncertaintyUs: Int64
        /// How long taking the sample took, which limits how exactly its error is known.
        package let spanUs: Int64

        /// Whether the true time is outside the reported interval at every moment of the sample.
        package var isOutside: Bool { abs(errorUs) - (spanUs + 1) / 2 - 1 > uncertaintyUs }
    }

    package struct KeyArrival: Hashable, Sendable {
        package let slot: String
        package let arrivedUs: Int64
    }

    package let name: String
    package let link: String
    /// From when on the client is judged, after some time to settle.
    package let fromUs: Int64
    package let untilUs: Int64
    /// The spans in which the client was stopped or cut off, or had to recover from that.
    package let apart: [ClosedRange<Int64>]
    package private(set) var changes: [Change] = []
    package private(set) var samples: [ClockSample] = []
    package private(set) var arrivals: [KeyArrival] = []
    /// The spans in which the machine didn't run the client.
    package private(set) var stalls: [ClosedRange<Int64>] = []

    /// - Parameters:
    ///   - settlingUs: for how long after its beginning the client isn't judged yet.
    ///   - wander: how far the machine's wall clock had moved from the server's timeline.
    package init(
        name: String, link: String, lines: [WitnessLine], settlingUs: Int64, apart: [ClosedRange<Int64>] = [],
        wander: WanderLog = WanderLog()
    ) {
        (self.name, self.link, self.apart) = (name, link, apart)
        let begun = lines.lazy.compactMap(\.beganUs).first ?? 0
        fromUs = begun + settlingUs
        untilUs = lines.lazy.compactMap(\.atUs).max() ?? begun
        for line in lines { add(line, wander) }
    }

    package func isApart(_ us: Int64) -> Bool { apart.contains { $0.contains(us) } }

    /// Whether the machine held the client up in this span.
    package func isStalled(_ span: ClosedRange<Int64>) -> Bool { stalls.contains { $0.overlaps(span) } }

    /// Whether the client should have shown a listing with this start, and in step.
    package func isJudged(startUs: Int64) -> Bool {
        startUs >= fromUs && startUs <= untilUs - 2_000_000 && !isApart(startUs)
    }

    private mutating func add(_ line: WitnessLine, _ wander: WanderLog) {
        switch line {
        case .change(let listing, let position, let startMs, let shownUs, let wasSealed):
            changes.append(
                Change(
                    listing: listing, position: position, startUs: startMs * 1000,
                    shownUs: shownUs - wander.us(at: shownUs), wasSealed: wasSealed))
        case .clock(let beforeUs, let readUs, let afterUs, let uncertaintyUs):
            let trueUs = beforeUs + (afterUs - beforeUs) / 2 - wander.us(at: beforeUs)
            samples.append(
                ClockSample(
                    atUs: trueUs, errorUs: readUs - trueUs, uncertaintyUs: uncertaintyUs, spanUs: afterUs - beforeUs))
        case .key(let slot, let arrivedUs, false):
            arrivals.append(KeyArrival(slot: slot, arrivedUs: arrivedUs - wander.us(at: arrivedUs)))
        case .stall(let fromUs, let untilUs):
            stalls.append(min(fromUs, untilUs) - wander.us(at: fromUs)...untilUs - wander.us(at: untilUs))
        case .key, .began, .ended: break
        }
    }
}

extension WitnessLine {
    fileprivate var beganUs: Int64? {
        if case .began(_, let atUs) = self { return atUs }
        return nil
    }

    fileprivate var atUs: Int64 {
        switch self {
        case .began(_, let us), .change(_, _, _, let us, _), .clock(_, _, let us, _), .key(_, let us, _),
            .stall(_, let us), .ended(let us):
            us
        }
    }
}
