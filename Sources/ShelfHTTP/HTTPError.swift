/// Why a request brought no whole answer.
package enum HTTPError: Error, Hashable, Sendable {
    /// The address is none that can be asked over HTTP.
    case address(String)
    /// The answer is longer than the asker takes.
    case tooLarge
    /// No answer came, or it broke off; in words.
    case unreachable(String)
}

extension HTTPError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .address(let text): "\(text) is no address of a server; write it like http://127.0.0.1:8080"
        case .tooLarge: "the answer is longer than any window; check the address"
        case .unreachable(let reason): "the server can't be reached: \(reason)"
        }
    }
}
