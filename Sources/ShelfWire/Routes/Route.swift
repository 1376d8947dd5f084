/// The requests of the wire, said once for the server that answers and the client that asks.
public enum Route: Hashable, Sendable {
    case time
    case stores
    case window(store: String)
    case numberedWindow(store: String, sequence: Int64)
    case keys(store: String)
    case key(store: String, chain: ChainID, slot: Int)

    public var path: String {
        switch self {
        case .time: "/v1/time"
        case .stores: "/v1/stores"
        case .window(let store): "/v1/stores/\(store)/window"
        case .numberedWindow(let store, let sequence): "/v1/stores/\(store)/windows/\(sequence)"
        case .keys(let store): "/v1/stores/\(store)/keys"
        case .key(let store, let chain, let slot): "/v1/stores/\(store)/keys/\(chain)/\(slot)"
        }
    }
}
