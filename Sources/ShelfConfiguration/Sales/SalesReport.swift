package import ShelfModel
package import ShelfWire

/// A server's numbers as text, with positions counted from 1, as on the page. (The answer counts from 0.)
package struct SalesReport {
    private let answer: SalesAnswer
    private let table: SalesTable

    /// - Parameters:
    ///   - per: what the request named as `per`.
    ///   - step: how long the hours or days are.
    package init(_ answer: SalesAnswer, per: String, step: TimeSpan) {
        let answer = answer.countedFromOne
        self.answer = answer
        table = SalesTable(answer, per: per, step: step)
    }

    package var lines: [String] {
        heading + (table.rows.isEmpty ? ["Nothing happened."] : rows) + editions + stock
    }

    private var heading: [String] {
        let span = [answer.fromMs, answer.toMs].map { RFC3339.text(Instant(milliseconds: $0)) }
        let isOpen = answer.closedUntilMs.map { $0 < answer.toMs } ?? true
        return ["\(span[0]) to \(span[1])\(isOpen ? ", of which the end may still change" : "")", ""]
    }

    /// Columns in which there is nothing but zeros are left out, and so is when an hour or day ends.
    private var rows: [String] {
        let shown = table.columns.indices.filter { column in
            table.columns[column] != "to"
                && table.rows.contains { $0[column] != .nothing && $0[column] != .number(0) }
        }
        var text = TextTable(
            shown.map { column in
                let isText = table.rows.contains { Self.isText($0[column]) }
                return (table.columns[column], isText ? .left : .right)
            })
        for row in table.rows { text.add(shown.map { Self.text(row[$0]) }) }
        return text.lines
    }

    private static func isText(_ cell: SalesTable.Cell) -> Bool {
        switch cell {
        case .text, .plain: true
        case .number, .nothing: false
        }
    }

    private static func text(_ cell: SalesTable.Cell) -> String {
        switch cell {
        case .text(let text), .plain(let text): text
        case .number(let number): String(number)
        case .nothing: ""
        }
    }

    private var editions: [String] {
        guard let editions = answer.editions, !editions.isEmpty else { return [] }
        var text = TextTable([("edition", .left), ("copies", .right), ("sold", .right), ("left", .right)])
        for edition in editions {
            let (copies, left) = (edition.copies.map { String($0) } ?? "?", edition.left.map { String($0) } ?? "?")
            text.add([edition.item, copies, String(edition.sold), left])
        }
        return [""] + text.lines
    }

    private var stock: [String] {
        guard let stock = answer.stock, !stock.isEmpty else { return [] }
        var text = TextTable([
            ("on sale now", .left), ("position", .right), ("item", .left), ("copies", .right), ("left", .right),
        ])
        for listing in stock {
            text.add([
                listing.store, String(listing.listing.position), listing.item, String(listing.copies),
                String(listing.left),
            ])
        }
        return [""] + text.lines
    }
}

extension SalesAnswer {
    /// The same answer for people, who count positions from 1.
    fileprivate var countedFromOne: SalesAnswer {
        SalesAnswer(
            fromMs: fromMs, toMs: toMs, closedUntilMs: closedUntilMs,
            sales: sales.map { sale in
                var counted = sale
                counted.listing = sale.listing?.countedFromOne
                return counted
            }, money: money, players: players, editions: editions,
            stock: stock?.map {
                Stock(
                    store: $0.store, listing: $0.listing.countedFromOne, item: $0.item, copies: $0.copies,
                    left: $0.left)
            })
    }
}

extension SalesAnswer.Listing {
    fileprivate var countedFromOne: Self {
        Self(chain: chain, slot: slot, position: position + 1, revision: revision)
    }
}
