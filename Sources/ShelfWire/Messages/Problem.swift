/// An error as the wire carries it: a problem document (RFC 9457).
public struct Problem: Error, Hashable, Sendable, Codable {
    public static let mediaType = "application/problem+json"

    /// A URI reference that names the kind of problem: `/problems/` followed by the code.
    public let type: String
    public let title: String
    public let status: Int
    public let code: Code
    /// What a person can do about it.
    public let detail: String
    /// For a refused purchase: whether this repeats the answer to an earlier, identical request.
    public var replayed: Bool?
    /// For how many seconds to wait before asking again.
    public var retryAfter: Int64?
    /// For refused content: everything that is wrong with it.
    package var problems: [ContentProblem]?

    /// The closed list of problems.
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
        /// The operator has taken it off sale.
        case withdrawn
        case priceChanged = "price_changed"
        case ownedAlready = "owned_already"
        case limitReached = "limit_reached"
        case soldOut = "sold_out"
        case insufficientFunds = "insufficient_funds"
        case reversedAlready = "reversed_already"
        case impossible = "impossible_balance"
        /// The transaction isn't signed by the App Store, or is meant for another app.
        case unverified = "transaction_unverified"
        case transactionRevoked = "transaction_revoked"
        /// Another player has topped up with this transaction.
        case transactionTaken = "transaction_taken"
        /// The transaction is valid, but its product tops up no wallet.
        case unknownProduct = "unknown_product"
        /// The store was closed; what was bought there before stays bought.
        case storeGone = "store_gone"
        /// A listing can't be changed as the request wants it, or not any more.
        case changeRefused = "change_refused"
        /// The content has errors, or doesn't fit what is published.
        case contentRefused = "content_refused"
        /// Somebody else has published content, or changed the draft, since.
        case contentConflict = "content_conflict"
    }

    public init(_ code: Code, status: Int, title: String, detail: String) {
        type = "/problems/\(code.rawValue)"
        self.title = title
        self.status = status
        self.code = code
        self.detail = detail
    }
}
