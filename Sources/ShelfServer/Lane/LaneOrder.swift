import NIOHTTP1
import ShelfWire

/// A request to buy that the lane takes from the decoder. It is so simple that its meaning can't be ambiguous; all
/// others are the router's, those of web pages among them.
struct LaneOrder: Sendable {
    let store: String
    /// The token of `Authorization: Bearer`; empty where there is none.
    let token: String
    /// The value of `Idempotency-Key`.
    let key: String?
    /// The value of `X-Forwarded-For`.
    let forwarded: String?
    /// Whether the connection ends with the answer.
    let isLast: Bool

    /// - Parameter head: as the router gets it; one with a ``RequestHeadFault`` isn't taken.
    /// - Returns: `nil` where the router has to read the request.
    init?(_ head: HTTPRequestHead) {
        guard head.method == .POST, head.version == .http1_1, let store = Self.store(in: head.uri),
            let fields = OrderFields(head.headers), let length = fields.length,
            (1...Route.Body.json.bytesAtMost).contains(length)
        else { return nil }
        self.store = store
        token = fields.authorization.flatMap(BearerToken.of) ?? ""
        (key, forwarded, isLast) = (fields.key, fields.forwarded, fields.isLast ?? false)
    }

    private static func store(in path: String) -> String? {
        guard RequestScanner.isPlainPath(path.utf8) else { return nil }
        let parts = path.pathParts
        guard parts.count == 4, parts[3] == "purchases", Route(parts, method: .post) == .purchase else { return nil }
        return String(parts[2])
    }
}

/// The fields of a request to buy.
private struct OrderFields {
    private(set) var authorization: String?
    private(set) var key: String?
    private(set) var forwarded: String?
    private(set) var length: Int?
    /// Whether the connection ends with the answer; `nil` when the request doesn't say.
    private(set) var isLast: Bool?
    private var isJSON = false

    /// - Returns: `nil` when a field that the lane reads comes twice or has an unusual value, or when a field changes
    ///   what the request means.
    init?(_ headers: HTTPHeaders) {
        for (name, value) in headers {
            guard admit(name, value) else { return nil }
        }
        guard isJSON else { return nil }
    }

    private mutating func admit(_ name: String, _ value: String) -> Bool {
        switch name.lowercased() {
        case "authorization": Self.set(&authorization, value)
        case "idempotency-key": Self.set(&key, value)
        case "x-forwarded-for": Self.set(&forwarded, value)
        case "content-length": admitLength(value)
        case "content-type": admitType(value)
        case "connection": admitConnection(value)
        // The router knows which pages may buy.
        case "origin": false
        case let name: !Self.doubtful.contains(name)
        }
    }

    /// An order has a length, and nobody asks for a part of its answer.
    private static let doubtful = Set(doubtfulFields.map { "\($0)" }).subtracting([
        "content-length", "range", "if-range",
    ])

    private mutating func admitLength(_ value: String) -> Bool {
        guard length == nil, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        length = Int(value)
        return length != nil
    }

    private mutating func admitType(_ value: String) -> Bool {
        defer { isJSON = true }
        return !isJSON && value == "application/json"
    }

    private mutating func admitConnection(_ value: String) -> Bool {
        guard isLast == nil, value == "close" || value == "keep-alive" else { return false }
        isLast = value == "close"
        return true
    }

    /// Remembers a value that stands once in the request, without blanks around it.
    private static func set(_ place: inout String?, _ value: String) -> Bool {
        guard place == nil, RequestScanner.isPlainValue(value.utf8), value.utf8.first != 0x20, value.utf8.last != 0x20,
            value.utf8.first != 0x09, value.utf8.last != 0x09
        else { return false }
        place = value
        return true
    }
}
