package import ShelfModel

/// Why a minute could not be published. The server continues to serve what was published before.
package enum PublishError: Error, Hashable {
    /// The database doesn't have a store that was just made there.
    case noStore(String)
    /// No key chain covers a listing's start.
    case noChain(store: String)
    /// The catalogue has no item with this id, which the log must not name before its release.
    case noItem(store: String, Item.ID)
}

extension PublishError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noStore(let store):
            "store \(store): the database doesn't have it; it is tried again, so report it if it goes on"
        case .noChain(let store):
            "store \(store): no key chain covers a listing's start; it is tried again, so report it if it goes on"
        case .noItem(let store, _):
            "store \(store): an item that was drawn isn't in the catalogue; it is tried again, so report it if it goes on"
        }
    }
}
