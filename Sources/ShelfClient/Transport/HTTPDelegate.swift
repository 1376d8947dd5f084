import Foundation
import ShelfWire
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Hears of the answers as they come in, which on Linux is the only way to a stream or to an early time stamp.
final class HTTPDelegate: NSObject, URLSessionDataDelegate, Sendable {
    enum Receiver {
        case answer(CheckedContinuation<HTTPClient.Answer, any Error>)
        case stream(AsyncThrowingStream<[UInt8], any Error>.Continuation)
    }

    private struct Pending {
        let receiver: Receiver
        let sentUs: Int64
        var receivedUs: Int64?
        var status = 0
        var etag: String?
        var body: [UInt8] = []
    }

    private let clock: LocalClock
    private let pending = Mutex<[Int: Pending]>([:])

    init(clock: LocalClock) {
        self.clock = clock
    }

    /// Sends the task's request, stamped right before it leaves.
    func resume(_ task: URLSessionTask, for receiver: Receiver) {
        pending.withLock { $0[task.taskIdentifier] = Pending(receiver: receiver, sentUs: clock.nowUs()) }
        task.resume()
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let nowUs = clock.nowUs()
        let answer = response as? HTTPURLResponse
        pending.withLock {
            $0[dataTask.taskIdentifier]?.receivedUs = nowUs
            $0[dataTask.taskIdentifier]?.status = answer?.statusCode ?? 0
            $0[dataTask.taskIdentifier]?.etag = answer?.value(forHTTPHeaderField: "ETag")
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = pending.withLock { pending in
            guard let entry = pending[dataTask.taskIdentifier] else { return false }
            if case .stream(let continuation) = entry.receiver, entry.status == 200 {
                continuation.yield(Array(data))
                return false
            }
            pending[dataTask.taskIdentifier]?.body += data
            return entry.body.count + data.count > WindowFile.bytesAtMost
        }
        if isTooLarge { finish(dataTask, throwing: TransportError.tooLarge) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finish(task, throwing: error.map { TransportError.unreachable($0.localizedDescription) })
    }

    private func finish(_ task: URLSessionTask, throwing error: TransportError?) {
        guard let entry = pending.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if error == .tooLarge { task.cancel() }
        let answer = HTTPClient.Answer(
            status: entry.status, etag: entry.etag, body: entry.body, sentUs: entry.sentUs,
            receivedUs: entry.receivedUs ?? clock.nowUs())
        switch entry.receiver {
        case .answer(let continuation):
            continuation.resume(with: error.map { .failure($0) } ?? .success(answer))
        case .stream(let continuation):
            continuation.finish(throwing: error ?? (entry.status == 200 ? nil : answer.refusal))
        }
    }
}
