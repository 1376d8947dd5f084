import HTTPTypes
import Hummingbird

extension Request {
    /// The token of `Authorization: Bearer` (RFC 6750, section 2.1).
    var bearerToken: String? { headers[.authorization].flatMap(BearerToken.of) }
}

enum BearerToken {
    /// The token in the value of `Authorization`; `nil` where it has another form.
    static func of(_ value: String) -> String? {
        guard value.prefix(7).lowercased() == "bearer " else { return nil }
        return String(value.dropFirst(7).drop { $0 == " " })
    }
}
