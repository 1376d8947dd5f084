import Foundation
import ShelfTesting

/// What a run takes place on: the server, and for the browser the server of its page.
struct StepStage {
    let plan: StepPlan
    /// The folder with the browser's page; `nil` leaves the browser out.
    let pages: String?
    let boundUs: Int64
    private let folder: TemporaryFolder
    private let ports = AsyncStream.makeStream(of: Int.self)
    private let pagePorts = AsyncStream.makeStream(of: Int.self)

    init(plan: StepPlan, pages: String?, boundUs: Int64) throws {
        (self.plan, self.pages, self.boundUs) = (plan, pages, boundUs)
        folder = try TemporaryFolder()
    }

    /// Whatever ends first ends all: the run when it is over, a server when it is told to stop.
    func report() async throws -> StepReport {
        let server = try await StepServer(plan.store)
        return try await withThrowingTaskGroup(of: StepReport?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await server.run { ports.continuation.yield($0) }
                return nil
            }
            if let page {
                group.addTask {
                    try await page.run { pagePorts.continuation.yield($0) }
                    return nil
                }
            }
            group.addTask { try await run(against: server) }
            guard let report = try await group.next() ?? nil else { throw CancellationError() }
            return report
        }
    }

    private var page: WitnessPage? {
        pages.map {
            WitnessPage(
                page: URL(filePath: $0).appending(path: "witness.html"), lines: folder.url.appending(path: "page.log"))
        }
    }

    private func run(against server: StepServer) async throws -> StepReport? {
        guard let port = await ports.stream.first(where: { _ in true }) else { return nil }
        let run = StepRun(plan, server: server, port: port, folder: folder)
        guard let page else { return try await run.report(browser: nil, boundUs: boundUs) }
        guard let pagePort = await pagePorts.stream.first(where: { _ in true }) else { return nil }
        let browser = StepRun.Browser(address: "http://127.0.0.1:\(pagePort)", lines: page.lines)
        return try await run.report(browser: browser, boundUs: boundUs)
    }
}
