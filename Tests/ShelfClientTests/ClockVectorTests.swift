import Foundation
import ShelfClient
import Testing

/// What `Tests/Vectors/clock.json` says, to the microsecond; `Tests/Browser/test_clock_vectors.py` asks it of the
/// browser's clock, and holds what the file calls proven against exact fractions.
@Suite struct `Clock vectors` {
    @Test(arguments: ClockVectors.shared.traces)
    func `say what the clock makes of every exchange, key and jump`(trace: ClockVectors.Trace) {
        var clock = ClockEstimate(granularityUs: trace.granularityUs)
        for (index, step) in trace.steps.enumerated() {
            let belief = clock.belief(after: step.event, readAfterUs: trace.readAfterUs)
            #expect(belief == step.belief, "step \(index)")
        }
    }

    @Test func `are of the traces that their seeds make`() {
        let traces = ClockVectors.shared.traces
        #expect(traces.map(\.name) == ClockTraces.all.map(\.name))
        for (trace, made) in zip(traces, ClockTraces.all) {
            #expect(trace.granularityUs == made.granularityUs && trace.readAfterUs == made.readAfterUs)
            #expect(trace.steps.map(\.event) == made.events, "\(trace.name)")
        }
    }

    @Test func `hold every outcome, every state and wanders of all sizes`() {
        let beliefs = ClockVectors.shared.traces.flatMap(\.steps).map(\.belief)
        #expect(Set(beliefs.map(\.outcome)) == ["taken", "restarted", "refused", "doubted"])
        #expect(Set(beliefs.map(\.state)) == ["coarse", "strained", "synced"])
        #expect(Set(beliefs.map(\.wander)).isSuperset(of: [8000, 20_000]))
        #expect(beliefs.contains { (8001..<20_000).contains($0.wander) } && beliefs.contains { $0.wander > 20_000 })
    }

    /// When that is asked for, the file is written anew first. Afterwards the differences are looked at, line by line:
    /// `SHELFLIFE_WRITE_VECTORS=1 swift test -c release --disable-xctest --filter "are what would be written"`
    @Test func `are what would be written anew, byte for byte`() throws {
        let traces = ClockTraces.all.map { made in
            var clock = ClockEstimate(granularityUs: made.granularityUs)
            let steps = made.events.map { event in
                ClockVectors.Step(event: event, belief: clock.belief(after: event, readAfterUs: made.readAfterUs))
            }
            return ClockVectors.Trace(
                name: made.name, granularityUs: made.granularityUs, readAfterUs: made.readAfterUs, steps: steps)
        }
        let text = try ClockVectors.text(of: traces)
        if ProcessInfo.processInfo.environment["SHELFLIFE_WRITE_VECTORS"] == "1" {
            try Data(text.utf8).write(to: ClockVectors.file)
        }
        #expect(try Data(contentsOf: ClockVectors.file) == Data(text.utf8))
    }
}
