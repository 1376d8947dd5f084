/// Why a request brought no complete answer.
package enum HTTPError: Error, Hashable, Sendable {
    /// The address can't be used for HTTP.
    case address(String)
    /// The answer is longer than the caller allows.
    case tooLarge
    /// No answer came, or it broke off; with the reason in words.
    case unreachable(String)
    /// Nothing came for this many seconds.
    case silent(seconds: Int64)
}
