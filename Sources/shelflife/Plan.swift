import ArgumentParser
import ShelfConfiguration
import ShelfWire

/// `shelflife plan`
struct Plan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the future of a store of a running server: what it will really show.",
        discussion: """
            Lists the listings that are decided (up to twelve minutes ahead) and those that the server will draw if \
            nothing changes. A sale of a limited edition or other content changes what isn't decided yet. Positions are \
            counted from 1, as on the page; times are the store's local time. Wants an admin token with the scope \
            future:read; each look is in the audit log.
            """)

    @Option(help: "The store's id.")
    var store: String

    @Option(
        help: """
            A date (2026-12-24) or a time (2026-12-24T18:00) by the store's clock, or an instant (2026-12-24T18:00:00Z); \
            now unless set.
            """)
    var from: String?

    @Option(help: "How many hours, up to 168.")
    var hours = 24

    @Option(help: "table, or what the server sends: json, csv or ics (a calendar).")
    var format = Format.table

    @OptionGroup var admin: AdminOptions

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, json, csv, ics
    }

    func run() async throws {
        let server = try admin.server()
        guard format == .table else {
            return Output.print(bytes: try await server.bytes(of: target.path))
        }
        let future: FutureAnswer = try await server.get(target.path)
        Output.print(FutureReport(future).lines)
    }

    private var target: RequestTarget {
        let asked = [
            ("from", from), ("hours", String(hours)), ("format", format == .table ? "json" : format.rawValue),
        ]
        return RequestTarget(.adminFuture, [Query.escaped(store)], query: Query.text(asked))
    }
}
