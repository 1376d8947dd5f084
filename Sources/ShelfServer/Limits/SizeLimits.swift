import HTTPTypes
import NIOHTTP1
import ShelfModel
import ShelfPacks
import ShelfWire

/// How large a request may be, in bytes.
package enum SizeLimits {
    /// A request's head: no player's request needs a longer one.
    static let head = 16_384
    /// A request's head that the fast lane recognises; the decoder reads a longer one.
    package static let plainHead = 8192
    /// A request's body with its framing: more than any route takes, those of content and masters apart.
    package static let body = 1_048_576
    /// The files of a content version, as JSON.
    package static let contentBody = Route.Body.content.bytesAtMost

    /// A request's body with its framing.
    static func body(of head: HTTPRequestHead) -> Int {
        let path = String(head.uri.prefix { $0 != "?" })
        let method = HTTPRequest.Method(rawValue: head.method.rawValue) ?? .get
        let route = Route(path.pathParts, method: method)
        return switch route?.terms.body {
        case .content?: contentBody + body
        case .master?: MasterHeader.mostBytes + body
        case .bundle?: PackBundle.mostBytes + body
        default: body
        }
    }
}

extension Route.Body {
    /// How long a body may be.
    var bytesAtMost: Int {
        switch self {
        case .none, .json: 16_384
        // Of the signed data itself at most 32 KiB are accepted; a body below this limit with longer data gets an error
        // that says so.
        case .appStore: 65_536
        case .content: 33_554_432
        case .master: MasterHeader.mostBytes
        case .bundle: PackBundle.mostBytes
        }
    }
}
