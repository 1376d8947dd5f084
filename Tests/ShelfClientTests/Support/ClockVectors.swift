import Foundation
import ShelfWire
import Testing

/// `Tests/Vectors/clock.json`: what a clock makes of what happens to it, to which all clocks are held.
struct ClockVectors: Decodable {
    let traces: [Trace]

    struct Trace: Codable, Sendable, CustomTestStringConvertible {
        let name: String
        let granularityUs: Int64
        /// How long after each event the clock is read.
        let readAfterUs: [Int64]
        var steps: [Step]

        var testDescription: String { name }
    }

    /// An event, and what the clock is to make of it.
    struct Step: Codable, Sendable {
        let event: ClockEvent
        let belief: ClockBelief

        init(event: ClockEvent, belief: ClockBelief) {
            (self.event, self.belief) = (event, belief)
        }

        init(from decoder: any Decoder) throws {
            (event, belief) = (try ClockEvent(from: decoder), try ClockBelief(from: decoder))
        }

        func encode(to encoder: any Encoder) throws {
            try event.encode(to: encoder)
            try belief.encode(to: encoder)
        }
    }

    static let shared: ClockVectors = try! WireJSON.decode(ClockVectors.self, Data(contentsOf: file))

    /// The expected values come from the clock here, once, when it was known to be right; then they are what counts.
    static func text(of traces: [Trace]) throws -> String {
        let lines = try traces.map(lines)
        let note = """
            exchange: sentUs, serverReceivedUs, serverSentUs, receivedUs, serverUncertaintyUs. key: the instant that \
            the server's time had reached, and when that was known here. jump: by how much the clock here and the \
            wall clock moved apart, when they still agreed, and when it was noticed. Each takes place when the \
            answer or the key came, or when the clocks still agreed. kept: how many upper and lower bounds are \
            remembered. proven, rate, wander: of the server's time less the time here, at the newest evidence. \
            readings: the time read and its uncertainty, readAfterUs after the event. state: of the first of them.
            """
        return "{\"note\":\"\(note)\",\n\"traces\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
    }

    static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Vectors/clock.json")

    /// One line a step.
    private static func lines(_ trace: Trace) throws -> String {
        var bare = trace
        bare.steps = []
        let head = String(decoding: try WireJSON.encode(bare), as: UTF8.self)
        let steps = try trace.steps.map { String(decoding: try WireJSON.encode($0), as: UTF8.self) }
        return head.replacing("\"steps\":[]", with: "\"steps\":[\n\(steps.joined(separator: ",\n"))]")
    }
}
