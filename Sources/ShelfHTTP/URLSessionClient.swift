package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks through the system's `URLSession`, which knows of proxies, profiles and radios what no library does.
package final class URLSessionClient: HTTPClient {
    /// Servers and middleboxes keep a silent connection at least about so long.
    private static let keptUs: Int64 = 30_000_000

    private let server: URL
    private let session: URLSession
    private let delegate: URLSessionListener

    package init(server: URL, nowUs: @escaping @Sendable () -> Int64) {
        self.server = server
        delegate = URLSessionListener(nowUs: nowUs)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    package func connect(asking path: String) async {
        guard delegate.quietUs.map({ $0 > Self.keptUs }) ?? true else { return }
        _ = try? await get(path, silence: 5, bytesAtMost: 1 << 16)
    }

    package func ask(_ path: String, etag: String?, silence seconds: Int64) -> AsyncThrowingStream<
        HTTPAnswer.Part, any Error
    > {
        AsyncThrowingStream { parts in
            do {
                let task = session.dataTask(with: try request(path, etag: etag, seconds: seconds))
                parts.onTermination = { _ in task.cancel() }
                delegate.resume(task, for: parts)
            } catch {
                parts.finish(throwing: error)
            }
        }
    }

    private func request(_ path: String, etag: String?, seconds: Int64) throws -> URLRequest {
        guard let scheme = server.scheme, ["http", "https"].contains(scheme), server.host() != nil else {
            throw HTTPError.address(server.absoluteString)
        }
        var request = URLRequest(url: path.isEmpty ? server : server.appending(path: String(path.dropFirst())))
        request.timeoutInterval = TimeInterval(seconds)
        if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
        return request
    }
}
