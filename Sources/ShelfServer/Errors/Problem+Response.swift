import HTTPTypes
import Hummingbird
import NIOCore
import ShelfWire

extension Problem {
    static let notFound = Problem(
        .notFound, status: 404, title: "Not found",
        detail: "There is nothing here now; check the path, or ask again when it is due.")

    static let methodNotAllowed = Problem(
        .methodNotAllowed, status: 405, title: "Method not allowed", detail: "Ask with GET, HEAD or OPTIONS.")

    static let internalError = Problem(
        .internalError, status: 500, title: "Internal error",
        detail: "The server could not do this; try again, and tell its operator if it goes on.")

    static func notReady(_ detail: String) -> Problem {
        Problem(.notReady, status: 503, title: "Not ready", detail: detail)
    }

    /// The closed code that fits a status which a library has chosen.
    init(status: HTTPResponse.Status) {
        switch status.code {
        case 404: self = .notFound
        case 405: self = .methodNotAllowed
        case 413, 431:
            self.init(.tooLarge, status: status.code, title: "Too large", detail: "Send a smaller request.")
        case 400..<500:
            self.init(
                .badRequest, status: status.code, title: status.reasonPhrase,
                detail: "The request can't be understood; check it against the documentation.")
        default: self = .internalError
        }
    }

    /// Never cached: what is missing now may be there in a moment.
    var response: Response {
        let body = (try? WireJSON.encode(self)) ?? []
        return Response(
            status: HTTPResponse.Status(code: status),
            headers: [.contentType: Problem.mediaType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
