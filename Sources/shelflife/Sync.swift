import ArgumentParser
import Foundation
import ShelfClient
import ShelfTerminal

/// `shelflife sync`: this machine's clock against the server's.
struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Exchange time stamps with a server and show how well its time is known.",
        discussion: """
            The offset is the server's time minus this machine's wall clock. A summary follows: what is \
            proven, and what makes it no better.
            """)

    @Argument(help: "The server's address, such as http://127.0.0.1:8080.")
    var url: String

    @Option(help: "How many exchanges.")
    var count = 16

    @Option(help: "How far apart, in milliseconds, give or take a third.")
    var every = 120

    func validate() throws {
        guard every > 0 else { throw ValidationError("--every is \(every), but at least 1 ms is needed.") }
        guard count > 0 else { throw ValidationError("--count is \(count), but at least one exchange is needed.") }
    }

    func run() async throws {
        let clock = LocalClock.live
        let transport = Transport.live(server: try ServerAddress.url(url), clock: clock)
        let watched = SyncClock(local: clock)
        var report = SyncReport(granularityUs: clock.granularityUs)
        for number in 0..<count {
            if number > 0 { try await Task.sleep(for: .milliseconds(Int.random(in: every * 2 / 3...every * 4 / 3))) }
            Output.print(try await exchange(over: transport, watched, clock, &report))
        }
        Output.print(report.summary(at: clock.nowUs(), wallUs: clock.wallUs()))
    }

    /// - Throws: the error, if no exchange has succeeded so far, because then the address is probably wrong.
    private func exchange(
        over transport: Transport, _ watched: SyncClock, _ clock: LocalClock, _ report: inout SyncReport
    ) async throws -> [String] {
        do {
            let exchange = try await transport.time()
            let jumps = watched.takeJumps().map { report.jumped($0) }
            return jumps + report.lines(exchange, at: clock.nowUs(), wallUs: clock.wallUs())
        } catch  where report.isAnswered {
            return [report.failed(error)]
        }
    }
}
