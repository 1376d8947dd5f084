import ShelfEngine
import ShelfModel
import ShelfWire

/// Writes what a player's stream brings as server-sent events (HTML standard, section 9.2).
enum PlayerEventText {
    /// The first line. The delay before reconnecting is random, so that devices whose streams broke at the same moment
    /// don't all reconnect at once.
    static func beginning() -> String { "retry: \(Int.random(in: retryMs))\n\n" }

    private static let retryMs = 1000...4000

    /// Keeps a quiet stream open.
    static let comment = ":\n\n"

    static func of(_ notice: PlayerNotice) throws -> String {
        switch notice {
        case .event(let event, let id):
            switch event.kind {
            case .invitations: "event: invitations\nid: \(id)\ndata: {}\n\n"
            case .match(let match): "event: match\nid: \(id)\ndata: {\"match\":\"\(Base64URL.encode(match))\"}\n\n"
            }
        case .anew(let id): "event: anew\nid: \(id)\ndata: {}\n\n"
        case .wallet(let currency, let balance):
            try "event: wallet\ndata: \(json(WalletEvent(currency: currency, balance: balance)))\n\n"
        }
    }

    private static func json(_ event: WalletEvent) throws -> String {
        String(decoding: try WireJSON.encode(event), as: UTF8.self)
    }
}
