import ShelfHTTP
import Synchronization

/// Answers as a test says, one answer after the other, and notes what was asked. It signs every player in.
final class FakeServer: HTTPClient {
    enum Answer: Sendable {
        case json(String, status: Int = 200)
        /// Nothing comes back.
        case lost
        /// Nothing comes back, and whoever has asked gives up.
        case lostAndCancelled
        /// A stream that ends after so many seconds.
        case stream(String, seconds: Int64 = 0)
        /// A stream that breaks off.
        case broken(String)

        static func refusal(_ code: String, status: Int = 409, retryAfter: Int64? = nil) -> Answer {
            let wait = retryAfter.map { #","retryAfter":\#($0)"# } ?? ""
            return .json(
                #"{"type":"/problems/\#(code)","title":"No","status":\#(status),"code":"\#(code)","detail":"No."\#(wait)}"#,
                status: status)
        }

        /// A match with two places.
        static func match(version: Int64 = 0, payload: String = "", state: String = "open") -> Answer {
            .json(FakeServer.match(version: version, payload: payload, state: state))
        }
    }

    private struct State {
        var answers: [Answer]
        var calls: [HTTPCall] = []
        var tokens = 0
        /// Streams that nobody ends.
        var open: [AsyncThrowingStream<HTTPAnswer.Part, any Error>.Continuation] = []
    }

    let time: FakeTime
    private let tokenSeconds: Int
    private let state: Mutex<State>

    init(time: FakeTime, tokenSeconds: Int = 3600, _ answers: [Answer]) {
        self.time = time
        self.tokenSeconds = tokenSeconds
        state = Mutex(State(answers: answers))
    }

    /// All that was asked but tokens.
    var calls: [HTTPCall] { state.withLock(\.calls) }

    func headers(_ name: String) -> [String?] { calls.map { $0.headers[name] } }

    static func match(version: Int64 = 0, payload: String = "", state: String = "open", place: String = "free")
        -> String
    {
        #"""
        {"match":"m","size":2,"state":"\#(state)","place":1,"version":\#(version),"payload":"\#(payload)",
        "places":[{"place":1,"state":"taken"},{"place":2,"state":"\#(place)"}],"createdAtMs":1,"changedAtMs":2}
        """#
    }

    func connect(asking path: String) async {}

    func ask(_ call: HTTPCall) -> AsyncThrowingStream<HTTPAnswer.Part, any Error> {
        let (parts, answer) = AsyncThrowingStream.makeStream(of: HTTPAnswer.Part.self)
        if call.path.hasPrefix("/v1/players") {
            give(token(), status: 200, to: answer)
        } else {
            give(next(call), to: answer)
        }
        return parts
    }

    private func token() -> String {
        let number = state.withLock { state in
            state.tokens += 1
            return state.tokens
        }
        return #"{"player":"1","token":"t\#(number)","expiresIn":\#(tokenSeconds),"refreshToken":"r\#(number)"}"#
    }

    private func next(_ call: HTTPCall) -> Answer? {
        state.withLock { state in
            state.calls.append(call)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
    }

    private func give(_ answer: Answer?, to parts: AsyncThrowingStream<HTTPAnswer.Part, any Error>.Continuation) {
        switch answer {
        case .json(let text, let status): give(text, status: status, to: parts)
        case .lost: parts.finish(throwing: HTTPError.unreachable("lost"))
        case .lostAndCancelled:
            withUnsafeCurrentTask { $0?.cancel() }
            parts.finish(throwing: HTTPError.unreachable("lost"))
        case .stream(let text, let seconds):
            time.pass(seconds: seconds)
            give(text, status: 200, to: parts)
        case .broken(let text):
            begin(text, status: 200, to: parts)
            parts.finish(throwing: HTTPError.unreachable("broken off"))
        case nil:
            begin("", status: 200, to: parts)
            state.withLock { $0.open.append(parts) }
        }
    }

    private func give(
        _ text: String, status: Int, to parts: AsyncThrowingStream<HTTPAnswer.Part, any Error>.Continuation
    ) {
        begin(text, status: status, to: parts)
        parts.finish()
    }

    private func begin(
        _ text: String, status: Int, to parts: AsyncThrowingStream<HTTPAnswer.Part, any Error>.Continuation
    ) {
        parts.yield(.head(HTTPAnswer.Head(status: status, etag: nil, sentUs: time.nowUs)))
        parts.yield(.body(HTTPAnswer.Piece(bytes: Array(text.utf8), receivedUs: time.nowUs)))
    }
}
