public import Foundation
import ShelfHTTP
public import ShelfWire

/// Why a request brought no usable answer.
public enum TransportError: Error, Hashable, Sendable {
    /// The server refused, with a problem document.
    case problem(Problem)
    /// The answer has this status but no problem document, so it may not be from a Shelflife server. `retryAfter` is
    /// how many seconds it asks to wait.
    case status(Int, retryAfter: Int64? = nil)
    /// The answer of this route can't be decoded.
    case malformed(String)
    /// The answer is longer than any that a Shelflife server gives to such a request.
    case tooLarge
    /// A stream was given up that brought more than a Shelflife server's can.
    case flooded
    /// The address can't be used for HTTP.
    case address(String)
    /// No answer arrived. The text is the system's description of the error.
    case unreachable(String)
    /// Nothing came from the server for this many seconds.
    case silent(seconds: Int64)
}

extension TransportError {
    /// Whether the server has nothing at the address that was asked for.
    var isNotFound: Bool {
        switch self {
        case .problem(let problem): problem.status == 404
        case .status(let status, _): status == 404
        default: false
        }
    }

    /// Whether the answer can't be a Shelflife server's, nor that of a proxy whose server is away for a while.
    var isFromElsewhere: Bool {
        switch self {
        case .status(let status, _): status < 500 && ![408, 425, 429].contains(status)
        case .malformed, .tooLarge, .flooded, .address: true
        case .problem, .unreachable, .silent: false
        }
    }

    /// Why a stream has ended.
    package init(ofStream error: any Error) {
        switch error {
        case let error as HTTPError: self.init(error)
        case is ServerSentEvents.TooLong: self = .tooLarge
        case is StreamPace.Flood: self = .flooded
        default: self.init(any: error)
        }
    }

    /// Treats every other error in transit as if no answer had arrived.
    init(any error: any Error) {
        self = error as? TransportError ?? .unreachable("\(error)")
    }
}

extension TransportError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .problem(let problem): "\(problem)"
        case .status(let status, _): "the server answered \(status); check that the address is a Shelflife server's"
        case .malformed(let path): "the answer to \(path) can't be read; check that the server speaks /v1"
        case .tooLarge: "the answer is longer than a Shelflife server's can be; check that the address is one's"
        case .flooded:
            "the server's stream brings more than a Shelflife server says; check the address, and what stands before it"
        case .address(let text): "“\(text)” is no address of a server; write it like https://shop.example"
        case .unreachable(let reason): "the server can't be reached: \(reason)"
        case .silent(let seconds): "the server can't be reached: nothing came from it for \(seconds) s"
        }
    }

    public var errorDescription: String? { description }
}
