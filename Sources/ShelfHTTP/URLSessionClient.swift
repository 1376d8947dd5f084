package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests through the system's `URLSession`, which handles proxies, profiles and mobile radio as no library
/// can.
package final class URLSessionClient: HTTPClient {
    /// For about this long, servers and middleboxes keep a silent connection open.
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
        _ = try? await answer(to: .get(path, silence: 5), bytesAtMost: 1 << 16)
    }

    package func ask(_ call: HTTPCall) -> AsyncThrowingStream<HTTPAnswer.Part, any Error> {
        AsyncThrowingStream { parts in
            do {
                let task = session.dataTask(with: try request(call))
                parts.onTermination = { _ in task.cancel() }
                delegate.resume(task, for: parts)
            } catch {
                parts.finish(throwing: error)
            }
        }
    }

    private func request(_ call: HTTPCall) throws -> URLRequest {
        guard let scheme = server.scheme?.lowercased(), ["http", "https"].contains(scheme), server.host() != nil else {
            throw HTTPError.address(server.absoluteString)
        }
        var request = URLRequest(url: url(of: call.path))
        request.httpMethod = call.method.rawValue
        request.timeoutInterval = TimeInterval(call.silence)
        for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
        if call.method != .get { request.httpBody = Data(call.body) }
        return request
    }

    private func url(of path: String) -> URL {
        guard !path.isEmpty else { return server }
        let parts = path.dropFirst().split(separator: "?", maxSplits: 1)
        let url = server.appending(path: String(parts.first ?? ""))
        guard parts.count == 2, var components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            return url
        }
        components.percentEncodedQuery = String(parts[1])
        return components.url ?? url
    }
}
