package import HTTPTypes
package import Hummingbird
import Logging
package import NIOCore
import NIOEmbedded
package import ShelfServer

/// Sends requests to a server's responder without a socket.
package struct InProcessClient: Sendable {
    private let responder: RouterResponder<ShelfRequestContext>
    private let authority: String

    /// - Parameter authority: what requests have in `Host`.
    package init(_ responder: RouterResponder<ShelfRequestContext>, authority: String = "localhost") {
        self.responder = responder
        self.authority = authority
    }

    package struct Answer: Sendable {
        package let status: Int
        package let headers: HTTPFields
        package let body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Sends a request and gathers the complete answer. For everything but streams.
    package func send(
        _ path: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:], body: [UInt8] = []
    ) async throws -> Answer {
        let response = try await respond(path, method: method, headers: headers, body: body)
        let collected = Collector()
        try await response.body.write(collected)
        return Answer(status: response.status.code, headers: response.headers, body: collected.bytes)
    }

    /// Opens a stream, which goes on until the server ends it or the caller stops reading.
    package func stream(_ path: String, headers: HTTPFields = [:]) async throws -> AsyncStream<ByteBuffer> {
        let response = try await respond(path, method: .get, headers: headers, body: [])
        let (stream, continuation) = AsyncStream<ByteBuffer>.makeStream()
        let writing = Task {
            try? await response.body.write(Forwarder(continuation: continuation))
            continuation.finish()
        }
        continuation.onTermination = { _ in writing.cancel() }
        return stream
    }

    /// The status of an answer that nobody reads. It is on its way for as long as somebody holds this.
    package struct UnreadAnswer: Sendable {
        package let status: Int
        private let response: Response

        fileprivate init(_ response: Response) {
            (status, self.response) = (response.status.code, response)
        }
    }

    package func unread(_ path: String, headers: HTTPFields) async throws -> UnreadAnswer {
        UnreadAnswer(try await respond(path, method: .get, headers: headers, body: []))
    }

    private func respond(
        _ path: String, method: HTTPRequest.Method, headers: HTTPFields, body: [UInt8]
    ) async throws -> Response {
        var headers = headers
        if method != .get, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        let request = Request(
            head: HTTPRequest(
                method: method, scheme: "http", authority: authority, path: path, headerFields: headers),
            body: RequestBody(buffer: ByteBuffer(bytes: body)))
        let source = ApplicationRequestContextSource(
            channel: NIOAsyncTestingChannel(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return try await responder.respond(to: request, context: ShelfRequestContext(source: source))
    }
}

/// Gathers the pieces of a body.
private final class Collector: ResponseBodyWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer) async throws { bytes += buffer.readableBytesView }
    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// Passes the pieces of a body on as they are written.
private struct Forwarder: ResponseBodyWriter {
    let continuation: AsyncStream<ByteBuffer>.Continuation

    func write(_ buffer: ByteBuffer) async throws {
        try Task.checkCancellation()
        continuation.yield(buffer)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
