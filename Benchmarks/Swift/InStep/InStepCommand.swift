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

    @Option(name: .customLong("bound-ms"), help: "A larger gap or clock error is a fault.")
    var boundMs: Int64 = 250

    @Option(help: "The folder with the browser's page.", completion: .directory)
    var pages = "Benchmarks/Browser"

    @Flag(help: "Leave the browser out.")
    var withoutBrowser = false

    @Option(help: "A file that keeps the report, as JSON.", completion: .file())
    var json: String?

    func run() async throws {
        let plan = small ? StepPlan.small : .full
        let folder = try TemporaryFolder()
        let logs = try await Self.logs(of: plan, pages: withoutBrowser ? nil : pages, folder: folder)
        let report = StepReport(logs, boundUs: boundMs * 1000)
        StepText(report: report).lines.forEach { print($0) }
        if let json { try Self.write(report, to: json) }
        if !report.faults.isEmpty { throw ExitCode.failure }
    }

    /// Whatever ends first, ends all: the run when it is over, a server when it is told to stop.
    private static func logs(of plan: StepPlan, pages: String?, folder: TemporaryFolder) async throws -> [WitnessLog] {
        let server = try await StepServer(plan.store)
        let page = WitnessPage(
            page: URL(filePath: pages ?? "").appending(path: "witness.html"),
            lines: folder.url.appending(path: "page.log"))
        return try await withThrowingTaskGroup(of: [WitnessLog]?.self) { group in
            defer { group.cancelAll() }
            let port = AsyncStream.makeStream(of: Int.self)
            let pagePort = AsyncStream.makeStream(of: Int.self)
            group.addTask {
                try await server.run { port.continuation.yield($0) }
                return nil
            }
            if pages != nil {
                group.addTask {
                    try await page.run { pagePort.continuation.yield($0) }
                    return nil
                }
            } else {
                pagePort.continuation.finish()
            }
            group.addTask {
                guard let port = await port.stream.first(where: { _ in true }) else { return nil }
                let address = await pagePort.stream.first { _ in true }.map { "http://127.0.0.1:\($0)" }
                return try await StepRun(plan, server: server, port: port, folder: folder)
                    .logs(page: address, lines: page.lines)
            }
            guard let logs = try await group.next() ?? nil else { throw CancellationError() }
            return logs
        }
    }

    private static func write(_ report: StepReport, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(report).write(to: URL(filePath: path))
    }
}
