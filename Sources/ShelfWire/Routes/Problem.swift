public import Foundation

/// An error as the wire carries it: a problem document (RFC 9457).
public struct Problem: Error, Hashable, Sendable, Codable {
    /// The media type of a problem document.
    public static let mediaType = "application/problem+json"

    /// A URI reference that names the kind of problem: `/problems/` followed by the code.
    public let type: String
    /// A short name of the problem, the same for each of its kind.
    public let title: String
    /// The answer's HTTP status.
    public let status: Int
    /// The kind of problem, for programs.
    public let code: Code
    /// What a person can do about it.
    public let detail: String
    /// For a refused purchase: whether this repeats the answer to an earlier, identical request.
    public var replayed: Bool?
    /// For how many seconds to wait before asking again.
    public var retryAfter: Int64?
    /// For refused content: everything that is wrong with it.
    package var problems: [ContentProblem]?
    /// For a publication that would undo something, be undone, or bring something early: what to send as `over` to mean it.
    package var over: Int64?
    /// For one that a scheduled version alone would undo: that version, which `alsoIn` may name.
    package var scheduled: Int64?
    /// For a publication without `plan.yaml`: how many planned appearances would go. One that means it sends `dropPlan`.
    package var droppedAppearances: Int?

    /// The closed list of problems.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        /// The request can't be understood; ``detail`` says what was expected.
        case badRequest = "bad_request"
        /// There is no such thing at this address.
        case notFound = "not_found"
        /// The address takes other methods.
        case methodNotAllowed = "method_not_allowed"
        /// The request is larger than this address takes.
        case tooLarge = "too_large"
        /// The server starts, and can't answer yet.
        case notReady = "not_ready"
        /// The server failed; its log says why.
        case internalError = "internal_error"
        /// The token is missing, wrong or over.
        case unauthorized
        /// The token is good, but not for this.
        case forbidden
        /// There were too many requests; wait for ``retryAfter``.
        case rateLimited = "rate_limited"
        /// The server was started, and nobody has opened its vault yet; wait for ``retryAfter``.
        case locked
        /// The server can't do this just now; wait for ``retryAfter``.
        case unavailable
        /// A request that changes something needs a header `Idempotency-Key`.
        case keyMissing = "idempotency_key_missing"
        /// The idempotency key was used for another request.
        case keyReused = "idempotency_key_reused"
        /// The listing was never on sale.
        case notOnSale = "not_on_sale"
        /// The listing is over.
        case saleOver = "sale_over"
        /// The operator has taken it off sale.
        case withdrawn
        /// The store sells nothing for a while. Nothing was judged.
        case paused
        /// The listing sells at another price.
        case priceChanged = "price_changed"
        /// The player owns the item, and it can be owned once.
        case ownedAlready = "owned_already"
        /// The player has bought as many as a player may, for now.
        case limitReached = "limit_reached"
        /// All copies of the limited edition are sold.
        case soldOut = "sold_out"
        /// The wallet holds less than the price.
        case insufficientFunds = "insufficient_funds"
        /// The purchase was refunded or revoked before.
        case reversedAlready = "reversed_already"
        /// The posting would bring a balance below zero or beyond 2^53 - 1.
        case impossible = "impossible_balance"
        /// The transaction isn't signed by the App Store, or is meant for another app.
        case unverified = "transaction_unverified"
        /// The App Store has revoked the transaction.
        case transactionRevoked = "transaction_revoked"
        /// Another player has topped up with this transaction.
        case transactionTaken = "transaction_taken"
        /// The transaction is valid, but its product tops up no wallet.
        case unknownProduct = "unknown_product"
        /// The store was closed; what was bought there before stays bought.
        case storeGone = "store_gone"
        /// The operator has removed the picture.
        case pictureRemoved = "picture_removed"
        /// A listing can't be changed as the request wants it, or not any more.
        case changeRefused = "change_refused"
        /// The content has errors, or doesn't fit what is published.
        case contentRefused = "content_refused"
        /// Somebody else has published content, or changed the draft, since.
        case contentConflict = "content_conflict"
        /// The content is made in files, and nobody publishes it in another way.
        case filesOwnContent = "files_own_content"
        /// The server's files only start the shop, so they aren't read again.
        case serverOwnsContent = "server_owns_content"
        /// All places of the match are taken.
        case matchFull = "match_full"
        /// The match takes no more players, or is over.
        case matchClosed = "match_closed"
        /// Another player has replaced the match's payload since.
        case matchConflict = "match_conflict"
        /// The inviter has left the match, or taken the invitation back.
        case inviterGone = "inviter_gone"
        /// The same player has sent a newer invitation.
        case invitationSuperseded = "invitation_superseded"
        /// The invitation or the link isn't good any more.
        case invitationExpired = "invitation_expired"
        /// The player has as many matches, invitations, links or blocks as a player may.
        case tooMany = "too_many"
    }

    package init(_ code: Code, status: Int, title: String, detail: String) {
        type = "/problems/\(code.rawValue)"
        self.title = title
        self.status = status
        self.code = code
        self.detail = detail
    }
}

extension Problem: CustomStringConvertible, LocalizedError {
    public var description: String { "\(title): \(detail)" }

    public var errorDescription: String? { description }
}
