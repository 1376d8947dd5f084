import Hummingbird
import NIOCore
import ShelfWire

/// Reads bodies up to the length that their route takes.
enum WholeBody {
    /// - Throws: ``Problem``, also for a body that doesn't arrive completely. Bad chunks and disconnected clients
    ///   aren't errors of the server, so they must not be logged as such.
    static func bytes(of body: CallBody, atMost most: Int) async throws(Problem) -> ByteBuffer {
        do {
            return try await body.read(most)
        } catch let error as any HTTPResponseError {
            throw Problem(status: error.status)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem.brokenBody
        }
    }
}

extension Route.Body {
    /// - Parameter type: a request's `Content-Type`.
    /// - Throws: ``Problem`` for another type than such a body has.
    func check(type: String?) throws(Problem) {
        switch self {
        case .none: break
        case .json, .appStore, .content: guard JSONBody.isJSON(type) else { throw .notJSON }
        case .master, .bundle: guard type == "application/octet-stream" else { throw .notBytes }
        }
    }
}
