/// Measures the parts of Shelflife whose speed is promised; `--json FILE` keeps the figures.
@main enum Bench {
    static func main() async throws {
        var harness = Harness()
        print(Harness.row("milliseconds for one", ["median", "min", "max"]))
        try PureHalf().measure(with: &harness)
        try await Publishing().measure(with: &harness)
        await Voyage().measure(with: &harness)
        if let path = jsonPath { try harness.write(to: path) }
    }

    private static var jsonPath: String? {
        let arguments = CommandLine.arguments
        return arguments.firstIndex(of: "--json").flatMap { arguments.dropFirst($0 + 1).first }
    }
}
