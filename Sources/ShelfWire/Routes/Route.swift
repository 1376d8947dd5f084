/// The requests of the wire, said once for the server that answers and the client that asks.
public enum Route: Hashable, Sendable {
    case time
    case stores
    case window(store: String)
    case numberedWindow(store: String, sequence: Int64)
    case keys(store: String)
    case key(store: String, chain: ChainID, slot: Int)
    case players
    case refresh
    case player
    case inventory
    case purchases(before: Int64?, limit: Int)
    case purchase(store: String)
    case topUpFromAppStore

    public var path: String {
        switch self {
        case .time: "/v1/time"
        case .stores: "/v1/stores"
        case .window(let store): "/v1/stores/\(store)/window"
        case .numberedWindow(let store, let sequence): "/v1/stores/\(store)/windows/\(sequence)"
        case .keys(let store): "/v1/stores/\(store)/keys"
        case .key(let store, let chain, let slot): "/v1/stores/\(store)/keys/\(chain)/\(slot)"
        case .players: "/v1/players"
        case .refresh: "/v1/players/refresh"
        case .player: "/v1/player"
        case .inventory: "/v1/player/inventory"
        case .purchases(let before, let limit):
            "/v1/player/purchases?" + (before.map { "before=\($0)&" } ?? "") + "limit=\(limit)"
        case .purchase(let store): "/v1/stores/\(store)/purchases"
        case .topUpFromAppStore: "/v1/player/topups/apple"
        }
    }
}
