/// A table of a shop, with the columns that every database has for it.
///
/// What a database makes of these columns by itself, such as a sum for an index, isn't among them.
package struct ShopTable: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case integer, text, bytes
        }

        package let name: String
        package let kind: Kind

        package init(name: String, kind: Kind) {
            (self.name, self.kind) = (name, kind)
        }

        /// The name as SQL takes it.
        package var quoted: String { "\"\(name)\"" }
    }

    package let name: String
    package let columns: [Column]
    /// How many of the columns, from the first on, order the rows and tell them apart. 0 for a table of a few rows,
    /// which is read at once.
    package let keyLength: Int

    /// How many rows fit into memory well. Most tables have short rows.
    package let rowsAtOnce: Int

    package var key: ArraySlice<Column> { columns.prefix(keyLength) }

    /// - Parameters:
    ///   - key: the columns of the key, separated by blanks; each with `:i`, `:t` or `:b` for its kind.
    ///   - others: the other columns, written alike.
    private init(_ name: String, key: String, _ others: String, rowsAtOnce: Int = 2000) {
        (self.name, self.rowsAtOnce) = (name, rowsAtOnce)
        let (keyColumns, otherColumns) = (Self.columns(key), Self.columns(others))
        columns = keyColumns + otherColumns
        keyLength = keyColumns.count
    }

    private static func columns(_ text: String) -> [Column] {
        text.split(separator: " ").map { word in
            let kind: Column.Kind = word.hasSuffix(":i") ? .integer : word.hasSuffix(":t") ? .text : .bytes
            return Column(name: String(word.dropLast(2)), kind: kind)
        }
    }

    /// Every table of a shop, in an order in which rows refer only to rows of tables before.
    ///
    /// A chain's `place` is its place in the order in which chains were added.
    package static let all = [
        ShopTable("store", key: "id:t", "signing_seed:b schedule_seed:b card_bytes:i created_at_ms:i"),
        ShopTable(
            "chain", key: "place:i",
            "id:b store:t previous:b epoch_ms:i slots:i lead_ms:i app_secret:b spacing:i checkpoints:b"),
        ShopTable(
            "listing", key: "store:t start_ms:i position:i revision:i",
            "seconds:i item:t chain:b slot:i card:b sealed:b"),
        ShopTable("window", key: "store:t sequence:i", "issued_at_ms:i digest:t editions_sold:t bytes:b"),
        ShopTable("secret", key: "name:t", "bytes:b"),
        ShopTable("player", key: "id:i", "credential:b created_at_ms:i"),
        ShopTable("token_family", key: "id:i", "player:i newest:b expires_at_ms:i"),
        ShopTable("wallet", key: "player:i currency:t", "balance:i"),
        ShopTable("card", key: "id:i", "text:b set:t"),
        ShopTable(
            "purchase", key: "id:i",
            """
            player:i key:t at_ms:i store:t chain:b slot:i position:i revision:i item:t currency:t offered:i refusal:t \
            number:i card:i refusal_place:i
            """),
        ShopTable(
            "entry", key: "id:i",
            "at_ms:i player:i currency:t amount:i counterpart:t reason:t by:t key:t purchase:i"),
        ShopTable("reversal", key: "purchase:i", "kind:t reason:t by:t key:t at_ms:i"),
        ShopTable("owned", key: "player:i item:t", "count:i card:i"),
        ShopTable("edition", key: "item:t", "sold:i"),
        ShopTable("stock", key: "chain:b slot:i position:i revision:i store:t", "sold:i"),
        ShopTable("tally", key: "player:i what:t", "count:i"),
        ShopTable("top_up", key: "id:t", "player:i product:t currency:t amount:i revoked:i revised_at_ms:i given:i"),
        ShopTable(
            "audit", key: "id:i",
            "at_ms:i by:t what:t status:i player:i purchase:i currency:t amount:i reason:t route:t"),
        ShopTable("content_blob", key: "digest:b", "bytes:b"),
        ShopTable("file", key: "digest:b", "length:i renewed_at_ms:i whole_at_ms:i"),
        ShopTable("file_part", key: "file:b part:i", "bytes:b", rowsAtOnce: 32),
        ShopTable(
            "picture", key: "master:b pipeline:i",
            "name:b thumb:b renewed_at_ms:i named_at_ms:i shown_from_ms:i removed_at_ms:i removal_reason:t"),
        ShopTable("picture_variant", key: "picture:b pipeline:i width:i", "file:b"),
        ShopTable("friend_code", key: "player:i", "code:b at_ms:i"),
        ShopTable(
            "game_match", key: "id:b", "size:i state:t version:i payload:b created_at_ms:i changed_at_ms:i"),
        ShopTable("match_place", key: "game_match:b place:i", "player:i left_at_ms:i"),
        ShopTable(
            "invitation", key: "id:b",
            "game_match:b from_player:i to_player:i code:b silent:i state:t at_ms:i expires_at_ms:i settled_at_ms:i"
        ),
        ShopTable("match_link", key: "id:b", "game_match:b from_player:i at_ms:i expires_at_ms:i ended_at_ms:i"),
        ShopTable("player_block", key: "player:i blocked:i", "id:b at_ms:i"),
        ShopTable("player_event", key: "player:i number:i", "at_ms:i kind:t subject:b"),
        ShopTable("content_key", key: "", "seed:b"),
        ShopTable("content_bundle", key: "content:b file:b", ""),
        ShopTable("pack_source", key: "pack:t digest:b", "release:i"),
        ShopTable(
            "pack_release", key: "pack:t number:i",
            "content:b engine:i levels:i snapshot:b snapshot_bytes:i version:i at_ms:i shown_from_ms:i bare_levels:i"),
        ShopTable("pack_delta", key: "pack:t to_number:i from_number:i", "file:b bytes:i"),
        ShopTable(
            "pack_move", key: "pack:t channel:t sequence:i",
            "word:t release:i share:i others:i reason:t by:t"),
        ShopTable("content_file", key: "content:b path:t", "blob:b"),
        ShopTable(
            "content_version", key: "number:i",
            """
            content:b author:t at_ms:i reason:t origin:t rolled_back_to:i from_ms:i cancelled_by:t cancelled_at_ms:i \
            cancelled_reason:t
            """),
        ShopTable("content_zone", key: "version:i name:t", "zone:t"),
        ShopTable("content_draft", key: "name:t", "revision:i content:b author:t at_ms:i"),
        ShopTable(
            "withdrawal", key: "id:i",
            """
            store:t item:t chain:b slot:i position:i revision:i start_ms:i end_ms:i reason:t by:t key:t at_ms:i \
            until_ms:i lift_reason:t lift_by:t lift_key:t lifted_at_ms:i
            """),
        ShopTable("store_pause", key: "number:i", "store:t paused:i reason:t by:t at_ms:i"),
        ShopTable(
            "listing_change", key: "store:t number:i",
            "position:i start_ms:i item:t from_ms:i listings:i reason:t by:t key:t at_ms:i"),
        ShopTable("closed", key: "", "until_ms:i"),
        ShopTable(
            "store_hour", key: "hour_ms:i store:t currency:t", "sold:i revenue:i refunds:i refunded:i revocations:i"),
        ShopTable(
            "listing_hour", key: "hour_ms:i store:t chain:b slot:i position:i revision:i item:t currency:t",
            "set:t sold:i revenue:i refunds:i refunded:i revocations:i"),
        ShopTable("money_hour", key: "hour_ms:i currency:t counterpart:t", "entries:i given:i taken:i"),
        ShopTable("player_hour", key: "hour_ms:i hours_since:i", "players:i"),
        ShopTable("wrapping_key", key: "number:i", "proof:b added_at_ms:i seals_from_ms:i whole_at_ms:i"),
        ShopTable("sealing_server", key: "id:b", "name:t newest_key:i seals_with:i at_ms:i"),
        ShopTable("identity", key: "", "id:b incarnation:i begun_at_ms:i"),
        ShopTable("restored", key: "", "at_ms:i"),
    ]
}

/// A value of a row.
package enum ShopValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}
