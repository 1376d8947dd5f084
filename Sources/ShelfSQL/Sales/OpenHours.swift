/// Queries that compute the numbers of hours from the purchases and the journal.
///
/// ``sales`` and ``money`` take the span as `:open` and `:to`. Each query finds its rows by an index on time.
package enum OpenHours<Session: SQLSession> {
    /// The numbers of a row of sales.
    package static var sums: String { "sold, revenue, refunds, refunded, revocations" }

    /// The sums of these over several rows, as columns of the same names.
    package static var summed: String {
        """
        \(Session.sum("sold")) AS sold, \(Session.sum("revenue")) AS revenue, \(Session.sum("refunds")) AS refunds,
        \(Session.sum("refunded")) AS refunded, \(Session.sum("revocations")) AS revocations
        """
    }

    /// Sales by hour, listing, item and currency. The set is that of the card that was sold.
    package static var sales: String {
        """
        SELECT hour_ms, store, chain, slot, position, revision, item, currency, \(sums), (
            SELECT "set" FROM card WHERE card.id = changes.card) AS "set"
        FROM (
            SELECT hour_ms, store, chain, slot, position, revision, item, currency, MAX(card) AS card, \(summed)
            FROM (\(sold) UNION ALL \(reversed)) AS parts
            GROUP BY hour_ms, store, chain, slot, position, revision, item, currency) AS changes
        """
    }

    private static var sold: String {
        """
        SELECT at_ms / 3600000 * 3600000 AS hour_ms, store, chain, slot, position, revision, item, currency, card,
            1 AS sold, offered AS revenue, 0 AS refunds, 0 AS refunded, 0 AS revocations
        FROM purchase \(Session.by(index: "purchase_by_time"))
        WHERE refusal IS NULL AND at_ms >= :open AND at_ms < :to
        """
    }

    /// A reversal counts in the hour in which it happened, for the listing that was sold.
    private static var reversed: String {
        """
        SELECT reversal.at_ms / 3600000 * 3600000, store, chain, slot, position, revision, item, currency, card,
            0, 0, CASE kind WHEN 'refund' THEN 1 ELSE 0 END, CASE kind WHEN 'refund' THEN offered ELSE 0 END,
            CASE kind WHEN 'revocation' THEN 1 ELSE 0 END
        FROM reversal \(Session.by(index: "reversal_by_time")) JOIN purchase ON purchase.id = reversal.purchase
        WHERE reversal.at_ms >= :open AND reversal.at_ms < :to
        """
    }

    /// Changes of wallets by hour, currency and counterpart.
    package static var money: String {
        """
        SELECT at_ms / 3600000 * 3600000 AS hour_ms, currency, counterpart, COUNT(*) AS entries,
            \(Session.sum("CASE WHEN amount > 0 THEN amount ELSE 0 END")) AS given,
            \(Session.sum("CASE WHEN amount < 0 THEN -amount ELSE 0 END")) AS taken
        FROM entry \(Session.by(index: "entry_by_time"))
        WHERE purchase IS NULL AND at_ms >= :open AND at_ms < :to
        GROUP BY at_ms / 3600000, currency, counterpart
        """
    }

    /// Counts the players who were active in the hour that begins at `:hour`, by the hours since they were last active
    /// before: 0 for new players, and 24 for more than 23 hours.
    package static var players: String {
        """
        WITH present AS MATERIALIZED (
            SELECT player FROM purchase \(Session.by(index: "purchase_by_time"))
            WHERE refusal IS NULL AND at_ms >= :hour AND at_ms < :hour + 3600000
            UNION
            SELECT id FROM player \(Session.by(index: "player_by_time"))
            WHERE created_at_ms >= :hour AND created_at_ms < :hour + 3600000),
        earlier AS MATERIALIZED (
            SELECT player, MAX(at_ms) AS at_ms FROM (
                SELECT player, at_ms FROM purchase \(Session.by(index: "purchase_by_time"))
                WHERE refusal IS NULL AND at_ms >= :hour - 82800000 AND at_ms < :hour
                UNION ALL
                SELECT id, created_at_ms FROM player \(Session.by(index: "player_by_time"))
                WHERE created_at_ms >= :hour - 82800000 AND created_at_ms < :hour) AS activity
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
}
