import ArgumentParser
import Foundation
import ShelfClient
import ShelfConfiguration
import ShelfHTTP
import ShelfTerminal
import ShelfWire

/// `shelflife health`
struct Health: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask a server whether it is alive, or ready, for supervisors that can run a program.",
        discussion: "Ends with status 1 when it is not, and says why.")

    @Argument(help: "The server's address, such as http://127.0.0.1:8080.")
    var url = "http://127.0.0.1:8080"

    @Flag(help: "Whether it is ready for players (/readyz), rather than whether it answers at all (/healthz).")
    var ready = false

    @Option(
        name: .customLong("for"),
        help: "What it must be ready for besides showing the stores: orders. Only with --ready.")
    var purpose: String?

    @Option(help: "For how many seconds to ask again while it isn't, such as after a start.")
    var wait = 0

    private static let patienceSeconds: Int64 = 5
    private static let asksEachSecond = 4
    private static let bytesAtMost = 65_536

    func validate() throws {
        guard purpose == nil || ready && purpose == "orders" else {
            throw ValidationError("--for can be orders, and goes with --ready.")
        }
    }

    func run() async throws {
        let server = try ServerAddress.url(url)
        for _ in 0..<max(0, wait) * Self.asksEachSecond {
            if let text = try? await answer(of: server) { return Output.print(Self.lines(text)) }
            try await Task.sleep(for: .seconds(1) / Self.asksEachSecond)
        }
        Output.print(Self.lines(try await answer(of: server)))
    }

    /// A line each for what a server says of itself. A text of another form stays in one line, with its breaks written
    /// out.
    private static func lines(_ text: String) -> [String] {
        let lines = text.split(separator: "\n").map(String.init)
        return lines.dropFirst().allSatisfy { $0.hasPrefix("degraded: ") } ? lines : [text]
    }

    private func answer(of server: URL) async throws -> String {
        do {
            let client = makeHTTPClient(server: server, nowUs: LocalClock.live.nowUs)
            let answer = try await client.answer(
                to: .get(
                    ready ? "/readyz\(purpose.map { "?for=\($0)" } ?? "")" : "/healthz", silence: Self.patienceSeconds),
                bytesAtMost: Self.bytesAtMost)
            let text = String(decoding: answer.body, as: UTF8.self).trimmingCharacters(in: .newlines)
            guard answer.head.status == 200 else {
                let detail = (try? WireJSON.decode(Problem.self, answer.body))?.detail ?? text
                throw UsageError("\(url) answered \(answer.head.status): \(detail.visibleLine)")
            }
            return text
        } catch let error as HTTPError {
            throw UsageError("\(url): \(TransportError(error))")
        }
    }
}
