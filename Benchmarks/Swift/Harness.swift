import Foundation

/// Runs pieces of work again and again and keeps how long each took.
struct Harness {
    private(set) var results: [Result] = []
    var rounds = 15
    private let clock = ContinuousClock()

    /// Times are milliseconds for one piece of work.
    struct Result: Codable {
        let name: String
        let median: Double
        let min: Double
        let max: Double
        let rounds: Int
        let times: Int
    }

    /// Times `work`, which is done `times` over in each round, after two rounds that warm up.
    mutating func measure<Output>(_ name: String, times: Int = 1, _ work: () throws -> Output) rethrows {
        let spans = try (0..<rounds + 2).map { _ in
            try clock.measure {
                for _ in 0..<times { keep(try work()) }
            } / times
        }
        keep(name, spans, times: times)
    }

    /// Times one piece of work that waits, in each round, after two rounds that warm up.
    mutating func measure(_ name: String, _ work: () async throws -> Void) async rethrows {
        var spans: [Duration] = []
        for _ in 0..<rounds + 2 { spans.append(try await clock.measure { try await work() }) }
        keep(name, spans, times: 1)
    }

    private mutating func keep(_ name: String, _ spans: [Duration], times: Int) {
        let sorted = spans.dropFirst(2).map(\.milliseconds).sorted()
        let result = Result(
            name: name, median: sorted[sorted.count / 2], min: sorted[0], max: sorted[sorted.count - 1],
            rounds: rounds, times: times)
        results.append(result)
        print(Self.row(name, [result.median, result.min, result.max].map { String(format: "%.4f", $0) }))
    }

    static func row(_ name: String, _ columns: [String]) -> String {
        let cells = columns.map { String(repeating: " ", count: max(0, 11 - $0.count)) + $0 }
        return name.padding(toLength: 58, withPad: " ", startingAt: 0) + cells.joined()
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(results).write(to: URL(filePath: path))
    }

    /// Takes a value where the optimiser can't see that nobody wants it.
    @inline(never) private func keep<Value>(_: Value) {}
}

extension Duration {
    fileprivate var milliseconds: Double {
        Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
    }
}
