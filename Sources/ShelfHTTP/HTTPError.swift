/// Why a request brought no whole answer.
package enum HTTPError: Error, Hashable, Sendable {
    /// The address is none that can be asked over HTTP.
    case address(String)
    /// The answer is longer than the asker takes.
    case tooLarge
    /// No answer came, or it broke off; in words.
    case unreachable(String)
}
