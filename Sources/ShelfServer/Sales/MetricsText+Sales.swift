import ShelfDatabase
import ShelfModel

extension MetricsText {
    /// Adds all that was ever sold, given and taken.
    ///
    /// The counters come from the database, so they are the same on all of its servers and go on after a restart.
    mutating func add(_ totals: SalesFigures) {
        for (name, help, value) in Self.sales {
            add(
                .counter, name, help,
                samples: totals.sales.map { (["store": $0.store, "currency": $0.currency], $0[keyPath: value]) })
        }
        for (name, help, value) in Self.money {
            add(
                .counter, name, help,
                samples: totals.money.map {
                    (["currency": $0.currency, "counterpart": $0.counterpart.rawValue], $0[keyPath: value])
                })
        }
        add(
            .counter, "shelflife_players_created_total", "Players who ever came for the first time.",
            totals.players.reduce(0) { $0 + $1.new })
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
}

extension SalesFigures.Goods {
    /// The store of a row by store.
    fileprivate var store: String {
        if case .store(let store) = subject { store } else { "" }
    }
}
