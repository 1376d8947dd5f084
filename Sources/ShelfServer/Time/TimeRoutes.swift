import HTTPTypes
import Hummingbird
import NIOCore
import ShelfEngine
import ShelfWire

/// The time exchange: when the request was read and when the answer was written. Old clients measure by the whole
/// second.
struct TimeRoutes: RouteSet {
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.time) { _, _ in try answer(receivedUs: timeline.nowUs()) }
        router.on(.seconds) { _, _ in
            Response(
                status: .ok, headers: AnswerFields.seconds,
                body: ResponseBody(byteBuffer: ByteBuffer(string: "\(timeline.nowUs() / 1_000_000)")))
        }
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
        // The length can be computed from any instant, because all have the same number of digits until the year 2286.
        let length = try make(receivedUs).readableBytes
        let body = ResponseBody(contentLength: length) { writer in
            try await writer.write(try make(timeline.nowUs()))
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: AnswerFields.time, body: body)
    }
}
