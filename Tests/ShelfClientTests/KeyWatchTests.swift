import Foundation
import ShelfClient
import ShelfModel
import ShelfWire
import Testing

/// What `Tests/Vectors/key-watch.json` says; `Tests/Browser/test_key_watch.py` asks it of the browser's watch.
@Suite struct `A watch of keys` {
    struct Vectors: Decodable {
        let traces: [Trace]
    }

    struct Trace: Decodable, CustomTestStringConvertible, Sendable {
        let name: String
        let steps: [Step]

        var testDescription: String { name }
    }

    struct Step: Decodable, Sendable {
        let localMs: Int64
        let window: [Key]?
        let opened: Bool?
        let closed: Bool?
        let key: Name?
        let answered: Bool?
        let unanswered: Bool?
        let look: Int64?
        let late: Int64?
    }

    /// `[chain, slot, releaseMs]`
    struct Key: Decodable, Sendable {
        let chain: ChainID
        let slot: Int
        let release: Instant

        init(from decoder: any Decoder) throws {
            var parts = try decoder.unkeyedContainer()
            chain = chainID(try parts.decode(String.self))
            slot = try parts.decode(Int.self)
            release = Instant(milliseconds: try parts.decode(Int64.self))
        }
    }

    /// `[chain, slot]`
    struct Name: Decodable, Sendable {
        let chain: ChainID
        let slot: Int

        init(from decoder: any Decoder) throws {
            var parts = try decoder.unkeyedContainer()
            chain = chainID(try parts.decode(String.self))
            slot = try parts.decode(Int.self)
        }
    }

    static let traces: [Trace] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/key-watch.json")
        return try! JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).traces
    }()

    @Test(arguments: traces) func `tells what the vectors say`(trace: Trace) throws {
        var watch = KeyWatch()
        for (index, step) in trace.steps.enumerated() {
            if let keys = step.window {
                let due = keys.map { KeyWatch.DueKey(chain: $0.chain, slot: $0.slot, release: $0.release) }
                watch.take(window: due, at: step.localMs)
            }
            if step.opened == true { watch.streamOpened(at: step.localMs) }
            if step.closed == true { watch.streamClosed() }
            if let key = step.key { watch.keyCame(key.chain, slot: key.slot) }
            if step.answered == true { watch.exchanged(isAnswered: true) }
            if step.unanswered == true { watch.exchanged(isAnswered: false) }
            guard let look = step.look else { continue }
            #expect(watch.look(earliest: Instant(milliseconds: look), at: step.localMs) == step.late, "step \(index)")
        }
    }
}

private func chainID(_ name: String) -> ChainID {
    ChainID(bytes: Array((name + String(repeating: " ", count: 16)).utf8.prefix(16)))!
}
