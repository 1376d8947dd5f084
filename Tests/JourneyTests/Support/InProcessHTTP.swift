import HTTPTypes
import NIOCore
import ShelfHTTP
import ShelfTesting

/// The SDK's way to a server that stands in the same process, with the bytes of every request and answer.
struct InProcessHTTP: HTTPClient {
    let server: InProcessClient

    func ask(_ call: HTTPCall) -> AsyncThrowingStream<HTTPAnswer.Part, any Error> {
        let (parts, continuation) = AsyncThrowingStream<HTTPAnswer.Part, any Error>.makeStream()
        let asking = Task {
            do {
                if call.headers["Accept"] == "text/event-stream" {
                    let pieces = try await server.stream(call.path, headers: Self.fields(of: call))
                    continuation.yield(.head(HTTPAnswer.Head(status: 200, etag: nil, sentUs: 0)))
                    for await piece in pieces { Self.pass(Array(piece.readableBytesView), to: continuation) }
                } else {
                    let answer = try await server.send(
                        call.path, method: HTTPRequest.Method(call.method.rawValue)!, headers: Self.fields(of: call),
                        body: call.body)
                    continuation.yield(.head(HTTPAnswer.Head(status: answer.status, etag: nil, sentUs: 0)))
                    Self.pass(answer.body, to: continuation)
                }
                continuation.finish()
            } catch { continuation.finish(throwing: error) }
        }
        continuation.onTermination = { _ in asking.cancel() }
        return parts
    }

    func connect(asking path: String) async {}

    private static func fields(of call: HTTPCall) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in call.headers { fields[HTTPField.Name(name)!] = value }
        return fields
    }

    private static func pass(
        _ bytes: [UInt8], to continuation: AsyncThrowingStream<HTTPAnswer.Part, any Error>.Continuation
    ) {
        guard !bytes.isEmpty else { return }
        continuation.yield(.body(HTTPAnswer.Piece(bytes: bytes, receivedUs: 0)))
    }
}
