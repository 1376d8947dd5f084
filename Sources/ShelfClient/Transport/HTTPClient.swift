import Foundation
import ShelfWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One `URLSession` for all requests to a server, over one kept connection and one for the key stream.
final class HTTPClient: Sendable {
    struct Answer {
        let status: Int
        let etag: String?
        let body: [UInt8]
        /// The time here right before the request left.
        let sentUs: Int64
        /// The time here at the first sight of the answer.
        let receivedUs: Int64
    }

    private let server: URL
    private let session: URLSession
    private let delegate: HTTPDelegate
    let clock: LocalClock

    init(server: URL, clock: LocalClock) {
        self.server = server
        self.clock = clock
        delegate = HTTPDelegate(clock: clock)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// - Parameter seconds: how long the answer may take.
    func get(_ route: Route, etag: String? = nil, seconds: Double) async throws -> Answer {
        let task = try task(for: route, etag: etag, seconds: seconds)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                delegate.resume(task, for: .answer(continuation))
            }
        } onCancel: {
            task.cancel()
        }
    }

    /// The answer's body, in the pieces in which it comes.
    ///
    /// - Parameter seconds: how long it may be silent.
    func stream(_ route: Route, seconds: Double) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
            do {
                let task = try task(for: route, etag: nil, seconds: seconds)
                continuation.onTermination = { _ in task.cancel() }
                delegate.resume(task, for: .stream(continuation))
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    private func task(for route: Route, etag: String?, seconds: Double) throws -> URLSessionDataTask {
        guard ["http", "https"].contains(server.scheme), server.host() != nil else {
            throw TransportError.address(server.absoluteString)
        }
        var request = URLRequest(url: server.appending(path: String(route.path.dropFirst())))
        request.timeoutInterval = seconds
        if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
        return session.dataTask(with: request)
    }
}
