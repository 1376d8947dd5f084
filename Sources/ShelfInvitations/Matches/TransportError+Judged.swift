import ShelfClient
import ShelfWire

extension TransportError {
    /// How many seconds to wait at least before the same request is sent again; `nil` when the server has judged it, or
    /// will never answer it otherwise.
    var secondsToWait: Int64? {
        switch self {
        case .problem(let problem):
            Self.isPassing(problem.status) ? max(problem.retryAfter ?? 0, 0) : nil
        case .status(let status, let seconds): Self.isPassing(status) ? max(seconds ?? 0, 0) : nil
        case .unreachable, .silent, .flooded: 0
        case .malformed, .tooLarge, .address: nil
        }
    }

    /// How many seconds the server asks to be left alone; 0 when it doesn't ask.
    var secondsAsked: Int64 {
        switch self {
        case .problem(let problem): max(problem.retryAfter ?? 0, 0)
        case .status(_, let seconds): max(seconds ?? 0, 0)
        case .malformed, .tooLarge, .flooded, .address, .unreachable, .silent: 0
        }
    }

    private static func isPassing(_ status: Int) -> Bool { status >= 500 || [401, 408, 425, 429].contains(status) }
}
