package import Foundation

/// Asks one server over HTTP, and stamps each request as near to the socket as the platform lets it.
package protocol HTTPClient: Sendable {
    /// Asks: the answer's head comes at its first sight, then its body in the pieces in which it comes.
    ///
    /// The request is given up when nobody reads the parts any more.
    ///
    /// - Throws: ``HTTPError``, from the stream.
    func ask(_ call: HTTPCall) -> AsyncThrowingStream<HTTPAnswer.Part, any Error>

    /// Sees to it that a connection stands, so that the stamps of the next request hold the time of its way alone.
    func connect(asking path: String) async
}

extension HTTPClient {
    /// The whole answer.
    ///
    /// - Parameter bytesAtMost: how long its body may be.
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
            // A client may tell of the cancelling before the stream does.
            try Task.checkCancellation()
            throw error
        }
        try Task.checkCancellation()
        guard let answer else { throw HTTPError.unreachable("the connection ended before an answer came") }
        return answer
    }
}

/// The platform's best client: the system's own on Apple's platforms, SwiftNIO elsewhere.
///
/// Foundation's on Linux is passed over: while a stream is open it keeps a
/// third of a processor busy, and its stamps are as late as that makes it.
///
/// - Parameters:
///   - server: where paths begin, such as `https://store.example.com`.
///   - nowUs: stamps requests and answers, in microseconds.
package func makeHTTPClient(server: URL, nowUs: @escaping @Sendable () -> Int64) -> any HTTPClient {
    #if canImport(NIOPosix)
        NIOClient(server: server, nowUs: nowUs)
    #else
        URLSessionClient(server: server, nowUs: nowUs)
    #endif
}
