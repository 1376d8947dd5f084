public import ShelfWire

/// Why a request brought no answer that can be used.
public enum TransportError: Error, Hashable, Sendable {
    /// The server said no, in its own words.
    case problem(Problem)
    /// Something answered with this status, but not as a Shelflife server does, and asked to be left alone for so
    /// many seconds.
    case status(Int, retryAfter: Int64? = nil)
    /// The answer is not what the route promises.
    case malformed(String)
    /// The answer is longer than any window.
    case tooLarge
    /// The address is none that can be asked over HTTP.
    case address(String)
    /// No answer came, in the system's words.
    case unreachable(String)
}

extension TransportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .problem(let problem): "\(problem.title): \(problem.detail)"
        case .status(let status, _): "the server answered \(status); check that the address is a Shelflife server's"
        case .malformed(let path): "the answer to \(path) can't be read; check that the server speaks version 1"
        case .tooLarge: "the answer is over 4 MiB; check that the address is a Shelflife server's"
        case .address(let text): "\(text) is no address of a server; write it like http://127.0.0.1:8080"
        case .unreachable(let reason): "the server can't be reached: \(reason)"
        }
    }
}
