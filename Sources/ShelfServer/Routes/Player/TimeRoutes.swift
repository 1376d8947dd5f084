import HTTPTypes
import Hummingbird
import NIOCore
import ShelfWire

/// The time exchange: when the request was read and when the answer was written.
struct TimeRoutes {
    let timeline: Timeline

    func add(to router: some RouterMethods<some RequestContext>) {
        router.get("v1/time") { _, _ in try answer(receivedUs: timeline.nowUs()) }
    }

    /// The body is made when it is written, so that `sentUs` is as late as it can be.
    private func answer(receivedUs: Int64) throws -> Response {
        let uncertaintyUs = timeline.uncertaintyUs()
        let make: @Sendable (Int64) throws -> ByteBuffer = { sentUs in
            ByteBuffer(
                bytes: try WireJSON.encode(
                    TimeAnswer(
                        receivedUs: receivedUs, sentUs: sentUs, uncertaintyUs: uncertaintyUs, timeline: timeline.id)))
        }
        // Every instant of this era has as many digits as the next.
        let length = try make(receivedUs).readableBytes
        let body = ResponseBody(contentLength: length) { writer in
            try await writer.write(try make(timeline.nowUs()))
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: Self.fields, body: body)
    }

    static let fields: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
}
