import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfWire

/// One use of an admin token. It is recorded in the audit log whatever the outcome.
struct AdminUse: Sendable {
    /// The token's name.
    let by: String
    /// The method and the path, and what else names the thing that was asked for.
    private(set) var what: String
    /// The method and the whole target, query included.
    private(set) var target: String
    let call: Call
    let at: Instant
    /// The player and the purchase, as far as the path names them.
    let about: AuditSubject
    /// What the token may do.
    let scopes: Set<AdminScope>

    /// A path may be as long as a client likes, and the log keeps no more of it than a person needs.
    private static let longest = 200

    init(by admin: AdminToken, _ call: Call, at: Instant) {
        (by, scopes, self.call, self.at) = (admin.name, admin.scopes, call, at)
        about = AuditSubject(
            player: try? call.names.number("player"), purchase: try? call.names.number("purchase"))
        what = Self.cut(call.name.what)
        target = call.name.target
    }

    var names: PathNames { call.names }

    /// Whether the body says what is asked for, too.
    var isAskedByBody: Bool { !call.isReading }

    /// Whether the token may be told what others have written into content.
    var readsContent: Bool { scopes.contains(.contentRead) }

    /// The same use, which names what was asked for, as `?store=main&position=5`.
    func naming(_ members: KeyValuePairs<String, String?>) -> AdminUse {
        var use = self
        let named = members.compactMap { name, value in value.map { "\(name)=\(Self.encoded($0))" } }
        use.what += "?" + named.joined(separator: "&")
        return use
    }

    /// The same use, which counts as the same look as every other of its route: the pictures of a page are one.
    var asOneOfMany: AdminUse {
        var use = self
        use.target = call.route.rawValue
        return use
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count > longest ? "\(String(decoding: text.utf8.prefix(longest), as: UTF8.self))…" : text
    }

    /// Whatever a client sends as a name stays one value on one line (RFC 3986, section 2.1).
    private static func encoded(_ text: String) -> String {
        cut(text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
    }

    private static let allowed = CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "&=+?%"))

    /// - Parameter about: the player, purchase and amount, if the request's handler knows more than the path.
    func entry(_ status: Int, about: AuditSubject? = nil) -> AuditEntry {
        AuditEntry(
            id: 0, at: at, by: by, what: what, status: status, about: about ?? self.about, route: call.route.rawValue)
    }
}

extension AuditSubject {
    init(_ posting: Posting) {
        self.init(
            player: posting.player, currency: posting.currency, amount: posting.amount, reason: posting.reason)
    }

    /// - Parameter answer: whose the purchase is, and what came of it.
    init(_ reversal: Reversal, _ answer: ReversalAnswer) {
        self.init(purchase: reversal.purchase, reason: reversal.reason)
        guard case .reversed(let kept, _, _) = answer else { return }
        let order = kept.settled.order
        player = order.id.player
        guard reversal.kind == .refund else { return }
        (currency, amount) = (order.currency, order.offered)
    }
}
