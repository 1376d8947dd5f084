import ArgumentParser
import ShelfConfiguration
import ShelfModel
import ShelfWire

/// `shelflife numbers`
struct SalesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "numbers",
        abstract: "Show what a server has sold, by hour or day.",
        discussion: """
            Sales, revenue, refunds, top-ups, grants and players from --from up to --until, which isn't counted. Without \
            them: today. Wants an admin token with the scope numbers:read.
            """)

    @Option(help: "A date (2026-12-24) or an instant (2026-12-24T18:00:00Z); today unless set.")
    var from: String?

    @Option(help: "Where to end: a date, whose day isn't counted, or an instant; now unless set.")
    var until: String?

    @Option(help: "hour or day.")
    var by = "day"

    @Option(help: "What has rows of its own: total, store, item, set or listing.")
    var per = "total"

    @Option(
        help: "When days begin: local time minus UTC in whole hours, such as 2 or -8; 0 without it.",
        transform: Self.hours)
    var offset = 0

    @Option(help: "Only sales of this store.")
    var store: String?

    @Option(help: "Only sales of this item.")
    var item: String?

    @Option(help: "table, csv or json.")
    var format = Format.table

    @OptionGroup var admin: AdminOptions

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table, csv, json
    }

    func run() async throws {
        let server = try admin.server()
        guard format == .table else {
            let bytes = try await server.bytes(of: target)
            return Output.print(bytes: format == .json ? bytes + [UInt8(ascii: "\n")] : bytes)
        }
        let answer: SalesAnswer = try await server.get(target)
        Output.print(SalesReport(answer, per: per, step: by == "day" ? .days(1) : .hours(1)).lines)
    }

    private static func hours(_ text: String) throws -> Int {
        guard let hours = Int(text) else {
            throw ValidationError(
                """
                Numbers are kept by hours of UTC. Give whole hours: for a time zone, those by which its clock is ahead of UTC \
                on the days that you ask for.
                """)
        }
        return hours
    }

    private var target: String {
        let asked = [
            ("from", from), ("to", until), ("by", by), ("per", per), ("offset", String(offset)), ("store", store),
            ("item", item), ("format", format == .csv ? "csv" : "json"),
        ]
        return RequestTarget(.adminSales, query: Query.text(asked)).path
    }
}
