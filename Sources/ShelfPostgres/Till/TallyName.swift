import Foundation
import ShelfModel

extension PurchaseBook.Tally {
    var player: Int64 {
        switch self {
        case .listing(let player, _), .day(let player, _, _): player
        }
    }

    /// The tally's name within its player's, the same as in SQLite, so that a database can be copied.
    var what: String {
        switch self {
        case .listing(_, let name):
            "listing \(Data(name.chain).base64EncodedString()) \(name.slot) \(name.position) \(name.revision)"
        case .day(_, let store, let day): "day \(day) \(store)"
        }
    }
}
