import ShelfDatabase
import ShelfModel

/// All that was ever sold, given and taken, as counters in Prometheus' text format.
///
/// They come from the database, so they are the same on all of its servers and go on after a restart.
struct SalesMetrics {
    private(set) var text = ""

    init(_ totals: SalesFigures) {
        let sales = totals.sales.map { (labels: Self.labels(["store": $0.store, "currency": $0.currency]), row: $0) }
        for (name, help, value) in Self.sales {
            add(name, help, sales.map { ($0.labels, $0.row[keyPath: value]) })
        }
        let money = totals.money.map {
            (labels: Self.labels(["currency": $0.currency, "counterpart": $0.counterpart.rawValue]), row: $0)
        }
        for (name, help, value) in Self.money {
            add(name, help, money.map { ($0.labels, $0.row[keyPath: value]) })
        }
        add(
            "shelflife_players_created_total", "Players who ever came for the first time.",
            [("", totals.players.reduce(0) { $0 + $1.new })])
    }

    private typealias Column<Row> = (name: String, help: String, value: KeyPath<Row, Int64>)

    private static var sales: [Column<SalesFigures.Goods>] {
        [
            ("shelflife_sales_total", "Purchases that were sold.", \.sold),
            ("shelflife_sales_revenue_total", "What was paid for them.", \.revenue),
            ("shelflife_refunds_total", "Purchases that were refunded.", \.refunds),
            ("shelflife_refunded_total", "What was paid back for them.", \.refunded),
            ("shelflife_revocations_total", "Purchases that were revoked without a refund.", \.revocations),
        ]
    }

    private static var money: [Column<SalesFigures.Money>] {
        [
            ("shelflife_wallet_entries_total", "Changes of wallets besides sales and refunds.", \.entries),
            ("shelflife_wallet_given_total", "What players received by them.", \.given),
            ("shelflife_wallet_taken_total", "What was taken from players by them.", \.taken),
        ]
    }

    private mutating func add(_ name: String, _ help: String, _ samples: [(labels: String, value: Int64)]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) counter\n"
        for sample in samples { text += "\(name)\(sample.labels) \(sample.value)\n" }
    }

    private static func labels(_ values: KeyValuePairs<String, String>) -> String {
        let labels = values.map { name, value in "\(name)=\"\(escaped(value))\"" }
        return "{\(labels.joined(separator: ","))}"
    }

    /// As Prometheus' text format wants the values of labels.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}

extension SalesFigures.Goods {
    /// The store of a row by store.
    fileprivate var store: String {
        if case .store(let store) = subject { store } else { "" }
    }
}
