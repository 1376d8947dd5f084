package import Foundation

/// Sends requests to one server over HTTP, and stamps them as near to the socket as the platform allows.
package protocol HTTPClient: Sendable {
    /// Sends a request. The stream brings the answer's head as soon as it is there, then the body in pieces as they
    /// come.
    ///
    /// The request is cancelled when the stream is no longer read.
    ///
    /// - Throws: ``HTTPError``, from the stream.
    func ask(_ call: HTTPCall) -> AsyncThrowingStream<HTTPAnswer.Part, any Error>

    /// Opens a connection if there is none, so that the next request's time stamps don't include the time to connect.
    func connect(asking path: String) async
}

extension HTTPClient {
    /// Sends a request and gathers the complete answer.
    ///
    /// - Parameter bytesAtMost: how long the body may be.
    /// - Throws: ``HTTPError``; `CancellationError` when the task is cancelled.
    package func answer(to call: HTTPCall, bytesAtMost: Int) async throws -> HTTPAnswer {
        var answer: HTTPAnswer?
        do {
            for try await part in ask(call) {
                switch part {
                case .head(let head): answer = HTTPAnswer(head: head)
                case .body(let piece): try answer?.append(piece, atMost: bytesAtMost)
                }
            }
        } catch {
            // When the task was cancelled, the client's own error may come first.
            try Task.checkCancellation()
            throw error
        }
        try Task.checkCancellation()
        guard let answer else { throw HTTPError.unreachable("the connection ended before an answer came") }
        return answer
    }
}

/// The best client for the platform: the system's own on Apple's platforms, SwiftNIO elsewhere.
///
/// Foundation's client on Linux isn't used, because an open stream keeps a third of a processor busy there, which also
/// makes its stamps late.
///
/// - Parameters:
///   - server: the address to which paths are appended, such as `https://store.example.com`.
///   - nowUs: this device's time in microseconds, for the stamps.
package func makeHTTPClient(server: URL, nowUs: @escaping @Sendable () -> Int64) -> any HTTPClient {
    #if canImport(NIOPosix)
        NIOClient(server: server, nowUs: nowUs)
    #else
        URLSessionClient(server: server, nowUs: nowUs)
    #endif
}
