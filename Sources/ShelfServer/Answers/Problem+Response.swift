import HTTPTypes
import Hummingbird
import NIOCore
import ShelfConfiguration
import ShelfModel
import ShelfWire

extension Problem {
    static let notFound = Problem(
        .notFound, status: 404, title: "Not found",
        detail: "There is nothing here now; check the path, or ask again when it is due.")

    /// Proposes a name that is near one that nothing has.
    ///
    /// - Parameter known: the names that who asks may know.
    static func guess(_ name: String, _ known: [String]) -> String {
        NearName.nearest(to: name, among: known).map { "did you mean \($0)?" } ?? "check it."
    }

    static let methodNotAllowed = Problem(
        .methodNotAllowed, status: 405, title: "Method not allowed",
        detail: "Ask with one of the methods that Allow names.")

    static let internalError = Problem(
        .internalError, status: 500, title: "Internal error",
        detail: "The server could not do this; try again, and tell its operator if it goes on.")

    static func badRequest(_ detail: String) -> Problem {
        Problem(.badRequest, status: 400, title: "Bad request", detail: detail)
    }

    static let brokenBody = badRequest(
        "The body didn't arrive whole: it ended before its Content-Length, or its chunks can't be read.")

    static let keyMissing = Problem(
        .keyMissing, status: 400, title: "No idempotency key",
        detail: """
            Send an Idempotency-Key, made once for each purchase, posting, withdrawal or change, and kept until it is \
            answered.
            """)

    static let keyReused = Problem(
        .keyReused, status: 409, title: "Key used before",
        detail: "This Idempotency-Key came with another request; make a new one for a new request.")

    static let unavailable = Problem(
        .unavailable, status: 503, title: "Unavailable",
        detail: "Nothing was done; send the same request again in a moment.")

    /// The database may have kept what was asked for: the connection broke during the commit, or the disk failed after
    /// it.
    static let unknownOutcome = Problem(
        .unavailable, status: 503, title: "Outcome unknown",
        detail: "Nobody knows yet whether it was done; send the same request again, with the same key, to hear.")

    static var notJSON: Problem {
        Problem(
            .badRequest, status: 415, title: "Not JSON",
            detail: "Send the body as JSON, with Content-Type: application/json.")
    }

    static let notBytes = Problem(
        .badRequest, status: 415, title: "Not bytes",
        detail: "Send the file as it is, with Content-Type: application/octet-stream.")

    static func noSuchRange(_ length: Int) -> Problem {
        Problem(
            .badRequest, status: 416, title: "No such range",
            detail: "The file has \(length) bytes; ask for some of them.")
    }

    static func conflict(_ code: Code, _ title: String, _ detail: String) -> Problem {
        Problem(code, status: 409, title: title, detail: detail)
    }

    /// Makes the problem for a status that a library has chosen.
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

    /// The response. It is never cached, because what is missing now may exist a moment later.
    var response: Response {
        Response(
            status: HTTPResponse.Status(code: status), headers: fields,
            body: ResponseBody(byteBuffer: ProblemBodies.body(of: self)))
    }

    /// The header fields of the response.
    var fields: HTTPFields {
        var fields: HTTPFields = [.contentType: Problem.mediaType, .cacheControl: "no-store"]
        if let seconds = retryAfter ?? (code == .unavailable ? 1 : nil) { fields[.retryAfter] = String(seconds) }
        if code == .unauthorized { fields[.wwwAuthenticate] = "Bearer" }
        return fields
    }
}
