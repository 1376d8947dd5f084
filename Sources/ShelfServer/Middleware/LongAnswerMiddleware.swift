import HTTPTypes
import Hummingbird
import NIOCore
import ShelfEngine
import ShelfWire

/// Sends a long answer part by part, as fast as its client reads, so that others have their turns in between. When too
/// many are under way, the client is told to come again. One that reads too slowly is cut off.
struct LongAnswerMiddleware: RouterMiddleware {
    let answers: LongAnswers
    /// Those to admins, whom nobody who downloads keeps from their work.
    let adminAnswers: LongAnswers
    let addresses: ClientAddresses
    let timeline: Timeline

    func handle(
        _ request: Request, context: ShelfRequestContext,
        next: (Request, ShelfRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard request.method != .head, let length = response.body.contentLength, length > LongAnswers.shortestBytes
        else { return response }
        let place = try place(for: request, context)
        let body = response.body
        response.body = ResponseBody(contentLength: length) { [timeline] writer in
            defer { place?.leave() }
            do {
                try await body.write(PartWriter(writer: writer, timeline: timeline))
            } catch let error as SlowReader {
                context.end(for: .slowReader)
                throw error
            }
        }
        return response
    }

    /// The fast lane gives these to everybody who asks for them plainly.
    private static let shelf: Set<Route> = [.stores, .window, .numberedWindow, .legacy, .picture]

    /// - Returns: `nil` for an answer that needs no place.
    private func place(for request: Request, _ context: ShelfRequestContext) throws(Problem) -> LongAnswers.Place? {
        let route = request.route
        if let route, Self.shelf.contains(route) { return nil }
        let isForAdmin = if case .admin? = route?.terms.access { true } else { false }
        let network = addresses.network(of: request, context)
        guard let place = (isForAdmin ? adminAnswers : answers).begin(to: network) else { throw .tooManyLongAnswers }
        return place
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
