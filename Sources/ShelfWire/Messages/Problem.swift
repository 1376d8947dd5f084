/// An error as the wire carries it: a problem document (RFC 9457).
public struct Problem: Error, Hashable, Sendable, Codable {
    public static let mediaType = "application/problem+json"

    /// A URI reference that names the kind, `/problems/` and the code.
    public let type: String
    public let title: String
    public let status: Int
    public let code: Code
    /// What a person can do about it.
    public let detail: String
    /// Of a refused purchase: whether this is what was answered before to the same request.
    public var replayed: Bool?
    /// For how many seconds to wait before asking again.
    public var retryAfter: Int64?

    /// The closed list of what can go wrong.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        case badRequest = "bad_request"
        case notFound = "not_found"
        case methodNotAllowed = "method_not_allowed"
        case tooLarge = "too_large"
        case notReady = "not_ready"
        case internalError = "internal_error"
        case unauthorized
        case forbidden
        case rateLimited = "rate_limited"
        case unavailable
        case keyMissing = "idempotency_key_missing"
        case keyReused = "idempotency_key_reused"
        case notOnSale = "not_on_sale"
        case saleOver = "sale_over"
        case priceChanged = "price_changed"
        case ownedAlready = "owned_already"
        case limitReached = "limit_reached"
        case soldOut = "sold_out"
        case insufficientFunds = "insufficient_funds"
        case reversedAlready = "reversed_already"
        case impossible = "impossible_balance"
        /// The App Store didn't sign it, or not for this server.
        case unverified = "transaction_unverified"
        case transactionRevoked = "transaction_revoked"
        /// Another player's wallet was topped up with it.
        case transactionTaken = "transaction_taken"
        /// The App Store's, but for nothing that fills a wallet.
        case unknownProduct = "unknown_product"
    }

    public init(_ code: Code, status: Int, title: String, detail: String) {
        type = "/problems/\(code.rawValue)"
        self.title = title
        self.status = status
        self.code = code
        self.detail = detail
    }
}
