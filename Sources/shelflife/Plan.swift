import ArgumentParser
import Foundation
import ShelfClient
import ShelfConfiguration
import ShelfHTTP
import ShelfTerminal
import ShelfWire

/// `shelflife plan`
struct Plan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what a store of a running server will really show.",
        discussion: """
            Lists the listings that are decided (up to twelve minutes ahead) and those that the server will draw if \
            nothing changes. A sale of a limited edition or other content changes what isn't decided yet. Needs an admin token with the scope future:read, and each look is in the audit log. Positions \
            are counted from 1, as on the page; times are the store's local time.
            """)

    @Argument(help: "The server's address, such as http://127.0.0.1:8080.")
    var url = "http://127.0.0.1:8080"

    @Option(help: "The store's id.")
    var store: String

    @Option(help: "A date (2026-12-24) or an instant (2026-12-24T18:00:00Z); now unless set.")
    var from: String?

    @Option(help: "How many hours, up to 168.")
    var hours = 24

    @Option(help: "table, or what the server sends: json, csv or ics (a calendar).")
    var format = Format.table

    @OptionGroup var token: AdminTokenOptions

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, json, csv, ics
    }

    private static let patienceSeconds: Int64 = 120
    private static let bytesAtMost = 64 << 20

    func run() async throws {
        let body = try await answer()
        guard format == .table else { return FileHandle.standardOutput.write(Data(body)) }
        let future: FutureAnswer
        do {
            future = try WireJSON.decode(FutureAnswer.self, body)
        } catch {
            throw UsageError("\(url) answered something else than a store's future; check the address")
        }
        FutureReport(future).lines.forEach { print($0) }
    }

    private func answer() async throws -> [UInt8] {
        let (server, headers) = (try ServerAddress.url(url), try token.header)
        do {
            let client = makeHTTPClient(server: server, nowUs: LocalClock.live.nowUs)
            let answer = try await client.answer(
                to: .get(target.path, headers: headers, silence: Self.patienceSeconds), bytesAtMost: Self.bytesAtMost)
            guard answer.head.status == 200 else {
                let detail = (try? WireJSON.decode(Problem.self, answer.body))?.detail
                throw UsageError("\(url) answered \(answer.head.status): \(detail ?? "check the address")")
            }
            return answer.body
        } catch let error as HTTPError {
            throw UsageError("\(url): \(TransportError(error))")
        }
    }

    private var target: RequestTarget {
        let asked = [
            ("from", from), ("hours", String(hours)), ("format", format == .table ? "json" : format.rawValue),
        ]
        let query = asked.compactMap { name, value in value.map { "\(name)=\(Self.escaped($0))" } }
        return RequestTarget(.adminFuture, [Self.escaped(store)], query: query.joined(separator: "&"))
    }

    /// Percent-encodes everything but the characters that RFC 3986 calls unreserved.
    private static func escaped(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
