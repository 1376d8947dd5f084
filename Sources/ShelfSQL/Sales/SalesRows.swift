import ShelfDatabase
import ShelfModel

/// Reads the numbers of a span: those of closed hours as they are stored, and the others from the purchases and the
/// journal.
enum SalesRows {
    static func read(_ question: SalesQuestion, in session: some SQLSession) throws -> SalesFigures {
        let until = try ClosedMark.read(in: session).until ?? question.span.upperBound
        let open = min(max(until, question.span.lowerBound), question.span.upperBound)
        let arguments = arguments(question, open: open)
        return SalesFigures(
            sales: try sales(question, arguments, in: session),
            money: try money(arguments, in: session),
            players: try players(question, open: open, in: session))
    }

    /// Adds up everything. Players are all new ones, because players are never deleted.
    static func totals(in session: some SQLSession) throws -> SalesFigures {
        let begin = Instant(milliseconds: 0)
        let open = try ClosedMark.read(in: session).until ?? begin
        let end = Instant.distantFuture.floored(to: ClosedHours.length)
        let question = SalesQuestion(
            span: begin..<end, hours: (end - begin).milliseconds / ClosedHours.length.milliseconds, per: .store)
        let arguments = arguments(question, open: open)
        let players: Int64 = try session.value("SELECT COUNT(*) FROM player") ?? 0
        return SalesFigures(
            sales: try sales(question, arguments, in: session), money: try money(arguments, in: session),
            players: [SalesFigures.Players(at: begin, new: players, active: players)])
    }

    /// - Parameter open: where the hours that aren't closed begin, within the span.
    private static func arguments(_ question: SalesQuestion, open: Instant) -> [String: any SQLArgument] {
        [
            "from": question.span.lowerBound, "open": open,
            "to": question.span.upperBound,
            "width": question.hours * ClosedHours.length.milliseconds,
        ]
    }

    /// The beginning of the hours that are added up, of which `hour_ms` is one.
    private static let bucket = ":from + (hour_ms - :from) / :width * :width"

    private static func sales<Session: SQLSession>(
        _ question: SalesQuestion, _ arguments: [String: any SQLArgument], in session: Session
    ) throws -> [SalesFigures.Goods] {
        let keys = (question.per.columns + ["currency"]).joined(separator: ", ")
        let order = (question.per.columns + ["currency"]).map { "\($0) NULLS FIRST" }.joined(separator: ", ")
        let isByStore = [.total, .store].contains(question.per) && question.item == nil
        let columns = "hour_ms, store, currency, \(OpenHours<Session>.sums)\(isByStore ? "" : Self.listing)"
        let rows = try session.rows(
            """
            SELECT \(bucket) AS at_ms, \(keys), \(OpenHours<Session>.summed) FROM (
                SELECT \(columns) FROM \(isByStore ? "store_hour" : "listing_hour")
                WHERE hour_ms >= :from AND hour_ms < :open
                UNION ALL
                SELECT \(columns) FROM (\(OpenHours<Session>.sales)) AS fresh) AS hours
            WHERE (CAST(:store AS TEXT) IS NULL OR store = :store)
                \(isByStore ? "" : "AND (CAST(:item AS TEXT) IS NULL OR item = :item)")
            GROUP BY 1, \(keys) ORDER BY 1, \(order) LIMIT :limit
            """,
            named: arguments.merging(
                ["store": question.store, "limit": question.limit, "item": question.item]) { $1 })
        return rows.map { SalesFigures.Goods(row: $0, per: question.per) }
    }

    private static let listing = #", chain, slot, position, revision, item, "set""#

    private static func money<Session: SQLSession>(
        _ arguments: [String: any SQLArgument], in session: Session
    ) throws -> [SalesFigures.Money] {
        try session.rows(
            """
            SELECT \(bucket) AS at_ms, currency, counterpart, \(Session.sum("entries")) AS entries,
                \(Session.sum("given")) AS given, \(Session.sum("taken")) AS taken
            FROM (
                SELECT * FROM money_hour WHERE hour_ms >= :from AND hour_ms < :open
                UNION ALL
                SELECT * FROM (\(OpenHours<Session>.money)) AS fresh) AS hours
            GROUP BY 1, currency, counterpart ORDER BY 1, currency, counterpart
            """, named: arguments
        ).map { try SalesFigures.Money(row: $0) }
    }

    private static func players<Session: SQLSession>(
        _ question: SalesQuestion, open: Instant, in session: Session
    ) throws -> [SalesFigures.Players] {
        var rows = try session.rows(
            "SELECT * FROM player_hour WHERE hour_ms >= $1 AND hour_ms < $2", [question.span.lowerBound, open])
        for hour in stride(from: open.milliseconds, to: question.span.upperBound.milliseconds, by: 3_600_000) {
            rows += try session.rows(OpenHours<Session>.players, named: ["hour": hour])
        }
        var counted: [Int64: (new: Int64, active: Int64)] = [:]
        let width = question.hours * ClosedHours.length.milliseconds
        for row in rows {
            let (hour, since, players): (Int64, Int64, Int64) = (row["hour_ms"], row["hours_since"], row["players"])
            let intoSpan = (hour - question.span.lowerBound.milliseconds) % width
            let bucket = hour - intoSpan
            let isFirstIn = since == 0 || since > intoSpan / ClosedHours.length.milliseconds
            counted[bucket, default: (0, 0)].active += isFirstIn ? players : 0
            counted[bucket, default: (0, 0)].new += since == 0 ? players : 0
        }
        return counted.sorted { $0.key < $1.key }.map {
            SalesFigures.Players(at: Instant(milliseconds: $0.key), new: $0.value.new, active: $0.value.active)
        }
    }
}

extension SalesQuestion.Detail {
    /// The columns by which the figures are grouped: each row of an answer adds up what has the same values in them.
    fileprivate var columns: [String] {
        switch self {
        case .total: []
        case .store: ["store"]
        case .item: ["item"]
        case .set: [#""set""#]
        case .listing: ["store", "chain", "slot", "position", "revision", "item"]
        }
    }
}

extension SalesFigures.Goods {
    fileprivate init(row: some SQLRow, per: SalesQuestion.Detail) {
        self.init(
            at: row["at_ms"], subject: SalesFigures.Subject(row: row, per: per), currency: row["currency"],
            sold: row["sold"], revenue: row["revenue"], refunds: row["refunds"], refunded: row["refunded"],
            revocations: row["revocations"])
    }
}

extension SalesFigures.Subject {
    fileprivate init(row: some SQLRow, per: SalesQuestion.Detail) {
        self =
            switch per {
            case .total: .total
            case .store: .store(row["store"])
            case .item: .item(row["item"])
            case .set: .set(row["set"])
            case .listing:
                .listing(
                    ListingName(
                        store: row["store"], chain: row["chain"], slot: row["slot"], position: row["position"],
                        revision: row["revision"]), item: row["item"])
            }
    }
}

extension SalesFigures.Money {
    fileprivate init(row: some SQLRow) throws {
        self.init(
            at: row["at_ms"], currency: row["currency"],
            counterpart: try row.read("counterpart", JournalEntry.Counterpart.init), entries: row["entries"],
            given: row["given"], taken: row["taken"])
    }
}
