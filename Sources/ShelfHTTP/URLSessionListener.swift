import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Receives a session's answers piece by piece, so that they can be stamped as early as possible.
final class URLSessionListener: NSObject, URLSessionDataDelegate, Sendable {
    private struct Asked {
        let parts: AsyncThrowingStream<HTTPAnswer.Part, any Error>.Continuation
        let sentUs: Int64
    }

    private let nowUs: @Sendable () -> Int64
    private let state = Mutex((asked: [Int: Asked](), answeredUs: Int64?.none))

    init(nowUs: @escaping @Sendable () -> Int64) {
        self.nowUs = nowUs
    }

    /// How long ago the last answer came; `nil` before the first.
    var quietUs: Int64? { state.withLock(\.answeredUs).map { nowUs() - $0 } }

    /// Sends the task's request, stamped right before it leaves.
    func resume(_ task: URLSessionTask, for parts: AsyncThrowingStream<HTTPAnswer.Part, any Error>.Continuation) {
        state.withLock { $0.asked[task.taskIdentifier] = Asked(parts: parts, sentUs: nowUs()) }
        task.resume()
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        yield(response, of: dataTask)
        completionHandler(.allow)
    }

    private func yield(_ response: URLResponse, of task: URLSessionTask) {
        let answeredUs = nowUs()
        let answer = response as? HTTPURLResponse
        state.withLock { state in
            guard let asked = state.asked[task.taskIdentifier] else { return }
            state.answeredUs = answeredUs
            asked.parts.yield(
                .head(
                    HTTPAnswer.Head(status: answer?.statusCode ?? 0, sentUs: asked.sentUs) {
                        answer?.value(forHTTPHeaderField: $0)
                    }))
        }
    }

    /// No redirect is followed: what a request carries, such as a player's credential, is meant for its own server alone.
    /// The redirect is the answer. Not every platform brings it as one by itself.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        yield(response, of: task)
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let piece = HTTPAnswer.Piece(bytes: Array(data), receivedUs: nowUs())
        _ = state.withLock { $0.asked[dataTask.taskIdentifier]?.parts.yield(.body(piece)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let asked = state.withLock { $0.asked.removeValue(forKey: task.taskIdentifier) }
        let isSilent = (error as? URLError)?.code == .timedOut
        let silence = Int64(task.originalRequest?.timeoutInterval ?? 0)
        asked?.parts.finish(
            throwing: error.map {
                isSilent ? HTTPError.silent(seconds: silence) : .unreachable($0.localizedDescription)
            })
    }
}
