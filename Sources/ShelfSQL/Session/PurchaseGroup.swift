/// What support lists purchases by.
package enum PurchaseGroup: Sendable {
    /// `$1` is the player.
    case player
    /// `$1` is the item.
    case item
    /// `$1` is the chain, `$2` the slot, `$3` the position and `$4` the revision.
    case listing

    /// The names of the columns that the arguments are compared with, in a table.
    package var columns: [String] {
        switch self {
        case .player: ["player"]
        case .item: ["item"]
        case .listing: ["chain", "slot", "position", "revision"]
        }
    }

    /// The SQL condition that selects all of the group.
    package var condition: String {
        columns.enumerated().map { "\($1) = $\($0 + 1)" }.joined(separator: " AND ")
    }
}
