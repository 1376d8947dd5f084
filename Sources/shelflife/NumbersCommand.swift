import ArgumentParser
import Foundation
import ShelfClient
import ShelfConfiguration
import ShelfHTTP
import ShelfModel
import ShelfTerminal
import ShelfWire

/// `shelflife numbers`
struct NumbersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "numbers",
        abstract: "Show what a server has sold, by hour or day.",
        discussion: """
            Sales, revenue, refunds, top-ups, grants and players from --from up to --to, which isn't counted. Without \
            them: today. Wants an admin token with the scope numbers:read, in SHELFLIFE_ADMIN_TOKEN or a file.
            """)

    @Argument(help: "The server's address, such as http://127.0.0.1:8080.")
    var url = "http://127.0.0.1:8080"

    @OptionGroup var admin: AdminTokenOptions

    @Option(help: "A date (2026-12-24) or an instant (2026-12-24T18:00:00Z); today unless set.")
    var from: String?

    @Option(help: "Where to end: a date, whose day isn't counted, or an instant; now unless set.")
    var to: String?

    @Option(help: "hour or day.")
    var by = "day"

    @Option(help: "What has rows of its own: total, store, item, set or listing.")
    var per = "total"

    @Option(help: "When days begin: local time minus UTC in whole hours, such as 2 or -8.")
    var offset = 0

    @Option(help: "Only sales of this store.")
    var store: String?

    @Option(help: "Only sales of this item.")
    var item: String?

    @Option(help: "table, csv or json.")
    var format = Format.table

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table, csv, json
    }

    private static let patienceSeconds: Int64 = 60
    private static let bytesAtMost = 64 << 20

    func run() async throws {
        let body = try await answer()
        guard format == .table else {
            FileHandle.standardOutput.write(Data(body))
            if format == .json { print() }
            return
        }
        let answer = try WireJSON.decode(NumbersAnswer.self, body)
        for line in NumbersReport(answer, per: per, step: by == "day" ? .days(1) : .hours(1)).lines { print(line) }
    }

    private func answer() async throws -> [UInt8] {
        let server = try ServerAddress.url(url)
        do {
            let client = makeHTTPClient(server: server, nowUs: LocalClock.live.nowUs)
            let answer = try await client.answer(
                to: .get(
                    target, headers: try admin.header, silence: Self.patienceSeconds),
                bytesAtMost: Self.bytesAtMost)
            guard answer.head.status == 200 else {
                let detail = (try? WireJSON.decode(Problem.self, answer.body))?.detail
                throw UsageError("\(url) answered \(answer.head.status)\(detail.map { ": \($0)" } ?? "")")
            }
            return answer.body
        } catch let error as HTTPError {
            throw UsageError("\(url): \(TransportError(error))")
        }
    }

    private var target: String {
        let asked = [
            ("from", from), ("to", to), ("by", by), ("per", per), ("offset", String(offset)), ("store", store),
            ("item", item), ("format", format == .csv ? "csv" : "json"),
        ]
        let query = asked.compactMap { name, value in value.map { "\(name)=\(Self.escaped($0))" } }
        return RequestTarget(.adminNumbers, query: query.joined(separator: "&")).path
    }

    private static func escaped(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "-._~:").union(
            .alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."\u{7F}")))
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }
}
