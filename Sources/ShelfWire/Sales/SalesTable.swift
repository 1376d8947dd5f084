package import ShelfModel

/// The rows of an answer as a table, for spreadsheets and terminals.
///
/// Every amount stands in one row, so columns can be added up. Top-ups, grants, corrections and players are there only
/// when the answer has them; players belong to no currency and have a row of their own.
package struct SalesTable: Hashable, Sendable {
    package let columns: [String]
    package let rows: [[Cell]]

    package typealias Cell = CSVText.Cell

    /// - Parameters:
    ///   - per: what the request named as `per`.
    ///   - step: how long the hours or days are that each row adds up.
    package init(_ answer: SalesAnswer, per: String, step: TimeSpan) {
        let hasMoney = answer.money != nil
        let columns =
            ["from", "to"] + Self.subjects(per) + ["currency"] + Self.salesColumns
            + (hasMoney ? Self.moneyColumns + Self.playerColumns : [])
        var rows: [(atMs: Int64, cells: [Cell])] = []
        func add(_ atMs: Int64, _ subject: [Cell], _ currency: Cell, _ numbers: [String: Int64]) {
            let begin = Instant(milliseconds: atMs)
            let times = [begin, begin + step].map { Cell.plain(RFC3339.text($0)) }
            let rest = columns.dropFirst(times.count + subject.count + 1).map {
                numbers[$0].map(Cell.number) ?? .nothing
            }
            rows.append((atMs, times + subject + [currency] + rest))
        }
        for sale in answer.sales {
            add(sale.atMs, Self.subject(sale, per), .text(sale.currency), Self.numbers(sale))
        }
        for money in answer.money ?? [] { add(money.atMs, [], .text(money.currency), Self.numbers(money)) }
        for players in answer.players ?? [] {
            add(players.atMs, [], .nothing, ["new_players": players.new, "active_players": players.active])
        }
        self.columns = columns
        self.rows = rows.enumerated().sorted { ($0.element.atMs, $0.offset) < ($1.element.atMs, $1.offset) }
            .map(\.element.cells)
    }

    private static let salesColumns = ["sold", "revenue", "refunds", "refunded", "revocations"]
    private static let moneyColumns = ["top_ups", "grants", "corrections"].flatMap {
        [$0, "\($0)_given", "\($0)_taken"]
    }
    private static let playerColumns = ["new_players", "active_players"]

    private static func subjects(_ per: String) -> [String] {
        switch per {
        case "listing": ["store", "item", "chain", "slot", "position", "revision"]
        case "total": []
        default: [per]
        }
    }

    private static func subject(_ sale: SalesAnswer.Sale, _ per: String) -> [Cell] {
        func text(_ text: String?) -> Cell { text.map(Cell.text) ?? .nothing }
        func number(_ number: Int?) -> Cell { number.map { .number(Int64($0)) } ?? .nothing }
        switch per {
        case "listing":
            let listing = sale.listing
            return [text(sale.store), text(sale.item), text(listing.map { "\($0.chain)" })]
                + [listing?.slot, listing?.position, listing?.revision].map(number)
        case "total": return []
        default: return [text(sale.store ?? sale.item ?? sale.set)]
        }
    }

    private static func numbers(_ sale: SalesAnswer.Sale) -> [String: Int64] {
        [
            "sold": sale.sold, "revenue": sale.revenue, "refunds": sale.refunds, "refunded": sale.refunded,
            "revocations": sale.revocations,
        ]
    }

    private static func numbers(_ money: SalesAnswer.Money) -> [String: Int64] {
        [
            money.counterpart: money.entries, "\(money.counterpart)_given": money.given,
            "\(money.counterpart)_taken": money.taken,
        ]
    }
}

extension SalesTable {
    /// The table as CSV with a header.
    package var csv: [UInt8] {
        var text = CSVText(header: columns)
        for row in rows { text.add(row) }
        return text.bytes
    }
}
