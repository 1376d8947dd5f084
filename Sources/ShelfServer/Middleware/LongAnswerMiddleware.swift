import HTTPTypes
import Hummingbird
import NIOCore
import ShelfEngine
import ShelfWire

/// Sends a long answer part by part, as fast as its client reads, so that others have their turns in between. When too
/// many are under way, the client is told to come again. One that reads too slowly is cut off.
struct LongAnswerMiddleware: RouterMiddleware {
    let answers: LongAnswers
    let limits: RateLimits
    let timeline: Timeline

    func handle(
        _ request: Request, context: ShelfRequestContext,
        next: (Request, ShelfRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard request.method != .head, let length = response.body.contentLength, length > LongAnswers.shortestBytes
        else { return response }
        guard let place = answers.begin(to: limits.network(of: request, context)) else {
            throw Problem.tooManyLongAnswers
        }
        let body = response.body
        response.body = ResponseBody(contentLength: length) { [timeline] writer in
            defer { place.leave() }
            context.keepLittleUnsent()
            do {
                try await body.write(PartWriter(writer: writer, timeline: timeline))
            } catch let error as SlowReader {
                context.end(for: .slowReader)
                throw error
            }
        }
        return response
    }
}

/// A client reads a long answer more slowly than ``ReadingPace`` allows.
private struct SlowReader: Error {}

/// Writes the pieces of an answer in parts, one after the other.
private struct PartWriter: ResponseBodyWriter {
    private var writer: any ResponseBodyWriter
    private let timeline: Timeline
    private var pace = ReadingPace()

    private static let partBytes = 128 << 10

    init(writer: any ResponseBodyWriter, timeline: Timeline) {
        (self.writer, self.timeline) = (writer, timeline)
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while let part = rest.readSlice(length: min(Self.partBytes, rest.readableBytes)), part.readableBytes > 0 {
            let begunUs = timeline.nowUs()
            // It returns once the part before has been taken.
            try await writer.write(part)
            guard pace.took(part.readableBytes, afterUs: timeline.nowUs() - begunUs) else { throw SlowReader() }
            await Task.yield()
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { try await writer.finish(trailingHeaders) }
}
