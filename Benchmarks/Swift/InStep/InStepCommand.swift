import ArgumentParser
import Foundation
import ShelfTesting

/// `shelflife-bench in-step`
struct InStepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "in-step",
        abstract: "Measures over real sockets how well in step clients are whose clocks are wrong.",
        discussion: """
            Every client is a process of its own behind a link that delays; one is stopped, one is cut off, one \
            begins again with another boot clock, one is a browser. Ends with status 1 when a client showed \
            something else than the others, or was off by more than the bound or than it said.
            """)

    @Flag(help: "Fewer clients, for less than a minute.")
    var small = false

    @Option(
        name: .customLong("bound-ms"),
        help: "A larger clock error is a fault, and so is more than one larger gap in a hundred.")
    var boundMs: Int64 = 250

    @Option(help: "The folder with the browser's page.", completion: .directory)
    var pages = "Benchmarks/Browser"

    @Flag(help: "Leave the browser out.")
    var withoutBrowser = false

    @Option(help: "A file that keeps the report, as JSON.", completion: .file())
    var json: String?

    func validate() throws {
        guard withoutBrowser || FileManager.default.fileExists(atPath: pages + "/witness.html") else {
            throw ValidationError(
                "There is no witness.html in \(pages): start from the project's folder, or say --pages.")
        }
    }

    func run() async throws {
        let plan = small ? StepPlan.small : .full
        let stage = try StepStage(plan: plan, pages: withoutBrowser ? nil : pages, boundUs: boundMs * 1000)
        let report = try await stage.report()
        StepText(report: report).lines.forEach { print($0) }
        if let json { try Self.write(report, to: json) }
        if !report.faults.isEmpty { throw ExitCode.failure }
    }

    private static func write(_ report: StepReport, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(report).write(to: URL(filePath: path))
    }
}
