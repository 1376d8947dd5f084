import HTTPTypes
import Hummingbird
import NIOCore
import ShelfModel
import ShelfWire

extension Problem {
    static let notFound = Problem(
        .notFound, status: 404, title: "Not found",
        detail: "There is nothing here now; check the path, or ask again when it is due.")

    static let methodNotAllowed = Problem(
        .methodNotAllowed, status: 405, title: "Method not allowed",
        detail: "Ask with one of the methods that Allow names.")

    static let internalError = Problem(
        .internalError, status: 500, title: "Internal error",
        detail: "The server could not do this; try again, and tell its operator if it goes on.")

    static func badRequest(_ detail: String) -> Problem {
        Problem(.badRequest, status: 400, title: "Bad request", detail: detail)
    }

    static let keyMissing = Problem(
        .keyMissing, status: 400, title: "No idempotency key",
        detail: "Send an Idempotency-Key, made once for each wish and kept until it is answered.")

    static let keyReused = Problem(
        .keyReused, status: 409, title: "Key used before",
        detail: "This Idempotency-Key came with another request; make a new one for a new wish.")

    static let notOnSale = Problem(
        .notOnSale, status: 409, title: "Not on sale", detail: "It is not on sale yet; ask again once it shows.")

    static let unavailable = Problem(
        .unavailable, status: 503, title: "Unavailable",
        detail: "Nothing was done; send the same request again in a moment.")

    static let unauthorized = Problem(
        .unauthorized, status: 401, title: "Unauthorized",
        detail: "Send Authorization: Bearer with a token that is still good; POST /v1/players brings one.")

    static func forbidden(_ scope: String) -> Problem {
        Problem(.forbidden, status: 403, title: "Forbidden", detail: "This token lacks the scope \(scope).")
    }

    static let reversedAlready = Problem(
        .reversedAlready, status: 409, title: "Reversed already", detail: "The purchase was taken back before.")

    static let noAppStore = Problem(
        .notFound, status: 404, title: "No App Store",
        detail: "This server takes nothing from the App Store; its operator has to configure apple.")

    static func unverified(_ detail: String) -> Problem {
        Problem(.unverified, status: 400, title: "Not verified", detail: detail)
    }

    static let transactionRevoked = Problem(
        .transactionRevoked, status: 409, title: "Transaction revoked",
        detail: "The App Store has taken this transaction back, so it tops up nothing; finish it.")

    static let transactionTaken = Problem(
        .transactionTaken, status: 409, title: "Transaction taken",
        detail: "This transaction has topped up another player's wallet, and counts once.")

    static func unknownProduct(_ detail: String) -> Problem {
        Problem(.unknownProduct, status: 409, title: "Unknown product", detail: detail)
    }

    static func impossible(balance: Int64) -> Problem {
        Problem(
            .impossible, status: 409, title: "Impossible",
            detail: "The wallet holds \(balance); it can neither go below 0 nor above \(Int64.max).")
    }

    static func rateLimited(seconds: Int64) -> Problem {
        var problem = Problem(
            .rateLimited, status: 429, title: "Too many requests", detail: "Ask again in \(seconds) s.")
        problem.retryAfter = seconds
        return problem
    }

    /// Why an order was refused.
    init(_ refusal: PurchaseRefusal) {
        switch refusal {
        case .saleOver: self = .conflict(.saleOver, "Sale over", "It is no longer on the shelf.")
        case .priceChanged:
            self = .conflict(.priceChanged, "Price changed", "It sells at another price; show the card again.")
        case .ownedAlready: self = .conflict(.ownedAlready, "Owned already", "It can be owned once.")
        case .limitReached: self = .conflict(.limitReached, "Limit reached", "No more of it can be bought for now.")
        case .soldOut: self = .conflict(.soldOut, "Sold out", "Others were quicker.")
        case .insufficientFunds:
            self = .conflict(.insufficientFunds, "Insufficient funds", "The wallet holds less than the price.")
        }
    }

    private static func conflict(_ code: Code, _ title: String, _ detail: String) -> Problem {
        Problem(code, status: 409, title: title, detail: detail)
    }

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
        var headers: HTTPFields = [.contentType: Problem.mediaType, .cacheControl: "no-store"]
        if let seconds = retryAfter ?? (code == .unavailable ? 1 : nil) { headers[.retryAfter] = String(seconds) }
        if code == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        return Response(
            status: HTTPResponse.Status(code: status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
