import HTTPTypes
import Hummingbird

extension Request {
    /// The token of `Authorization: Bearer` (RFC 6750, section 2.1).
    var bearerToken: String? {
        guard let value = headers[.authorization], value.lowercased().hasPrefix("bearer ") else { return nil }
        return String(value.dropFirst(7))
    }
}
