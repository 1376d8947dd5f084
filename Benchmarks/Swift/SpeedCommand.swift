import ArgumentParser

/// `shelflife-bench speed`, which is what it does unless told otherwise.
struct SpeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speed", abstract: "Measures the parts of Shelflife whose speed is promised.")

    @Option(help: "A file that keeps the figures, as JSON.", completion: .file())
    var json: String?

    func run() async throws {
        var harness = Harness()
        print(Harness.row("milliseconds for one", ["median", "min", "max"]))
        try PureHalf().measure(with: &harness)
        try await Publishing().measure(with: &harness)
        await FleetMeasurement().measure(with: &harness)
        if let json { try harness.write(to: json) }
    }
}
