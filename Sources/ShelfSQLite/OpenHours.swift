/// Queries that compute the numbers of hours from the purchases and the journal.
///
/// ``sales`` and ``money`` take the span as `:open` and `:to`. Each query finds its rows by an index on time.
enum OpenHours {
    /// The numbers of a row of sales.
    static let sums = "sold, revenue, refunds, refunded, revocations"

    /// The sums of these over several rows, as columns of the same names.
    static let summed = """
        SUM(sold) AS sold, \(sum("revenue")) AS revenue, SUM(refunds) AS refunds, \(sum("refunded")) AS refunded,
        SUM(revocations) AS revocations
        """

    /// The sum of amounts that aren't negative, or the greatest number if it is greater than that. SQLite's own `SUM`
    /// would fail then.
    static func sum(_ amount: String) -> String {
        """
        CAST(MIN(SUM((\(amount)) >> 31) * 2147483648 + SUM((\(amount)) & 2147483647), 9223372036854775807) AS INTEGER)
        """
    }

    /// Sales by hour, listing, item and currency. The set is that of the card that was sold.
    static let sales = """
        SELECT hour_ms, store, chain, slot, position, revision, item, currency, \(sums), (
            SELECT "set" FROM card WHERE card.id = changes.card) AS "set"
        FROM (
            SELECT hour_ms, store, chain, slot, position, revision, item, currency, MAX(card) AS card, \(summed)
            FROM (\(sold) UNION ALL \(reversed))
            GROUP BY hour_ms, store, chain, slot, position, revision, item, currency) AS changes
        """

    private static let sold = """
        SELECT at_ms / 3600000 * 3600000 AS hour_ms, store, chain, slot, position, revision, item, currency, card,
            1 AS sold, offered AS revenue, 0 AS refunds, 0 AS refunded, 0 AS revocations
        FROM purchase INDEXED BY purchase_by_time
        WHERE refusal IS NULL AND at_ms >= :open AND at_ms < :to
        """

    /// A reversal counts in the hour in which it happened, for the listing that was sold.
    private static let reversed = """
        SELECT reversal.at_ms / 3600000 * 3600000, store, chain, slot, position, revision, item, currency, card,
            0, 0, kind = 'refund', CASE kind WHEN 'refund' THEN offered ELSE 0 END, kind = 'revocation'
        FROM reversal INDEXED BY reversal_by_time JOIN purchase ON purchase.id = reversal.purchase
        WHERE reversal.at_ms >= :open AND reversal.at_ms < :to
        """

    /// Changes of wallets by hour, currency and counterpart.
    static let money = """
        SELECT at_ms / 3600000 * 3600000 AS hour_ms, currency, counterpart, COUNT(*) AS entries,
            \(sum("MAX(amount, 0)")) AS given, \(sum("MAX(-amount, 0)")) AS taken
        FROM entry INDEXED BY entry_by_time
        WHERE purchase IS NULL AND at_ms >= :open AND at_ms < :to
        GROUP BY at_ms / 3600000, currency, counterpart
        """

    /// The players who were active in the hour that begins at `:hour`, counted by how many hours ago they were active
    /// before: 0 for those who came for the first time, and 24 for a longer time than 23.
    static let players = """
        WITH present AS MATERIALIZED (
            SELECT player FROM purchase INDEXED BY purchase_by_time
            WHERE refusal IS NULL AND at_ms >= :hour AND at_ms < :hour + 3600000
            UNION
            SELECT id FROM player INDEXED BY player_by_time
            WHERE created_at_ms >= :hour AND created_at_ms < :hour + 3600000),
        earlier AS MATERIALIZED (
            SELECT player, MAX(at_ms) AS at_ms FROM (
                SELECT player, at_ms FROM purchase INDEXED BY purchase_by_time
                WHERE refusal IS NULL AND at_ms >= :hour - 82800000 AND at_ms < :hour
                UNION ALL
                SELECT id, created_at_ms FROM player INDEXED BY player_by_time
                WHERE created_at_ms >= :hour - 82800000 AND created_at_ms < :hour)
            WHERE player IN (SELECT player FROM present)
            GROUP BY player)
        SELECT :hour AS hour_ms, CASE
                WHEN player.created_at_ms >= :hour AND player.created_at_ms < :hour + 3600000 THEN 0
                WHEN earlier.at_ms IS NULL THEN 24
                ELSE (:hour - earlier.at_ms / 3600000 * 3600000) / 3600000
            END AS hours_since, COUNT(*) AS players
        FROM present JOIN player ON player.id = present.player LEFT JOIN earlier ON earlier.player = present.player
        GROUP BY hours_since
        """
}
