import ShelfModel
import ShelfSQL

/// Stores what a book has judged, with one statement for each table, in one round trip.
extension PurchaseBook {
    /// - Parameter knownCards: the numbers of cards that are stored already.
    func write(knownCards: [[UInt8]: Int64], to session: PostgresSession) throws {
        guard !judged.isEmpty else { return }
        let cards = try CardRows.enter(Set(judged.map(\.order.terms.card)), known: knownCards, in: session)
        let places = try refusalPlaces(in: session)
        let (wallets, owned) = (changedWallets, changedOwnerships)
        var pipeline = PostgresPipeline()
        insertOrders(judged.map { ($0.settled, cards[$0.order.terms.card]) }, places, in: &pipeline)
        write(judged.compactMap(\.settled.payment), to: &pipeline)
        let changed = pipeline.add(changingBalances(of: wallets))
        writeOwned(owned.mapValues { cards[$0.terms.card] }, to: &pipeline)
        writeCounts(to: &pipeline)
        guard try session.run(pipeline).value(at: changed) == wallets.count else { throw RowMissing(table: "wallet") }
    }

    /// The places of the refused orders among those of their players, and each player's newest place.
    private struct RefusalPlaces {
        var newest: [Int64: Int64]
        var orders: [OrderID: Int64] = [:]
    }

    private func refusalPlaces(in session: PostgresSession) throws -> RefusalPlaces {
        let refused = judged.filter { !$0.settled.verdict.isSold }.map(\.order.id)
        var places = RefusalPlaces(newest: try Refusals.last(of: Set(refused.map(\.player)), in: session))
        for id in refused {
            places.newest[id.player, default: 0] += 1
            places.orders[id] = places.newest[id.player]
        }
        return places
    }

    private func insertOrders(
        _ orders: [(SettledOrder, card: Int64?)], _ places: RefusalPlaces, in pipeline: inout PostgresPipeline
    ) {
        let listings = orders.map(\.0.order.listing)
        pipeline.add(
            """
            INSERT INTO purchase (id, player, key, at_ms, store, chain, slot, position, revision, item, currency,
                offered, refusal, number, card, refusal_place)
            SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bytea[],
                $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::bigint[], $13::text[],
                $14::bigint[], $15::bigint[], $16::bigint[])
            """,
            [
                .integers(orders.map(\.0.id)),
                .integers(orders.map(\.0.order.id.player)),
                .texts(orders.map(\.0.order.id.key)),
                .integers(orders.map(\.0.order.at.milliseconds)),
                .texts(listings.map(\.store)), .byteStrings(listings.map(\.chain)),
                .integers(listings.map { Int64($0.slot) }),
                .integers(listings.map { Int64($0.position) }),
                .integers(listings.map { Int64($0.revision) }),
                .texts(orders.map(\.0.order.item)),
                .texts(orders.map(\.0.order.currency)),
                .integers(orders.map(\.0.order.offered)),
                .texts(orders.map(\.0.verdict.refusal?.rawValue)),
                .integers(orders.map(\.0.verdict.number)), .integers(orders.map(\.card)),
                .integers(orders.map { places.orders[$0.0.order.id] }),
            ])
        Refusals.forgetOld(of: places.newest, in: &pipeline)
    }

    private func write(_ payments: [NewJournalEntry], to pipeline: inout PostgresPipeline) {
        guard !payments.isEmpty else { return }
        pipeline.add(
            """
            INSERT INTO entry (at_ms, player, currency, amount, counterpart, reason, "by", key, purchase)
            SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[],
                $7::text[], $8::text[], $9::bigint[])
            """,
            [
                .integers(payments.map(\.at.milliseconds)), .integers(payments.map(\.player)),
                .texts(payments.map(\.currency)), .integers(payments.map(\.amount)),
                .texts(payments.map(\.counterpart.rawValue)), .texts(payments.map(\.reason)),
                .texts(payments.map(\.by)), .texts(payments.map(\.key)), .integers(payments.map(\.purchase)),
            ])
    }

    /// How many wallets are there to be changed.
    private func changingBalances(of wallets: Set<Wallet>) -> PostgresQuery<Int> {
        let wallets = Array(wallets)
        return PostgresQuery(
            """
            UPDATE wallet SET balance = new.balance
            FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS new (player, currency, balance)
            WHERE wallet.player = new.player AND wallet.currency = new.currency
            """,
            [
                .integers(wallets.map(\.player)), .texts(wallets.map(\.currency)),
                .integers(wallets.map { balances[$0, default: 0] }),
            ],
            read: \.changes)
    }

    /// - Parameter cards: the card of the newest purchase of each.
    private func writeOwned(_ cards: [Ownership: Int64?], to pipeline: inout PostgresPipeline) {
        guard !cards.isEmpty else { return }
        let ownerships = Array(cards.keys)
        pipeline.add(
            """
            INSERT INTO owned SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[])
            ON CONFLICT (player, item) DO UPDATE SET count = excluded.count, card = excluded.card
            """,
            [
                .integers(ownerships.map(\.player)), .texts(ownerships.map(\.item)),
                .integers(ownerships.map { owned[$0, default: 0] }),
                .integers(ownerships.map { cards[$0] ?? nil }),
            ])
    }

    private func writeCounts(to pipeline: inout PostgresPipeline) {
        let items = Array(changedEditions)
        if !items.isEmpty {
            pipeline.add(
                """
                UPDATE edition SET sold = new.sold FROM unnest($1::text[], $2::bigint[]) AS new (item, sold)
                WHERE edition.item = new.item
                """,
                [.texts(items), .integers(items.map { editionsSold[$0, default: 0] })])
        }
        let listings = Array(changedStock)
        if !listings.isEmpty {
            pipeline.add(
                """
                UPDATE stock SET sold = new.sold
                FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
                    AS new (store, chain, slot, position, revision, sold)
                WHERE (stock.chain, stock.slot, stock.position, stock.revision, stock.store)
                    = (new.chain, new.slot, new.position, new.revision, new.store)
                """,
                ListingNames(listings).arguments
                    + [.integers(listings.map { stockSold[$0, default: 0] })])
        }
        let counted = Array(changedTallies)
        guard !counted.isEmpty else { return }
        pipeline.add(
            """
            INSERT INTO tally SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[])
            ON CONFLICT (player, what) DO UPDATE SET count = excluded.count
            """,
            [
                .integers(counted.map(\.player)), .texts(counted.map(\.what)),
                .integers(counted.map { tallies[$0, default: 0] }),
            ])
    }
}
