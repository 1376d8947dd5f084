import Hummingbird
import NIOCore
import ShelfWire

/// Reads bodies up to the length that their route takes.
enum WholeBody {
    /// - Throws: ``Problem``, also for a body that doesn't arrive completely. Bad chunks and disconnected clients
    ///   aren't errors of the server, so they must not be logged as such.
    static func bytes(of request: Request) async throws(Problem) -> ByteBuffer {
        do {
            let body = request.route?.terms.body ?? .none
            return try await request.body.collect(upTo: body.bytesAtMost)
        } catch let error as any HTTPResponseError {
            throw Problem(status: error.status)
        } catch {
            throw Problem.brokenBody
        }
    }
}
