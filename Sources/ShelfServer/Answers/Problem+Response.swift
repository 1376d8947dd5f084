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

    static let noSuchPlayer = Problem(
        .notFound, status: 404, title: "No such player",
        detail: "Nobody has this number; check it, or find the player by a purchase's number or a receipt.")

    static let noSuchPurchase = Problem(
        .notFound, status: 404, title: "No such purchase",
        detail: "No purchase has this number; check it. An old order that was refused is forgotten.")

    static let nothingSold = Problem(
        .notFound, status: 404, title: "Nothing sold",
        detail: "Nothing was sold under this number; check it. What was refused can't be taken back.")

    static let noSuchItem = Problem(
        .notFound, status: 404, title: "No such item",
        detail: "No item with this id was ever ordered; check it.")

    /// - Parameter known: the items that who asks may know.
    static func noItemOnShelf(_ item: String, among known: [String]) -> Problem {
        Problem(
            .notFound, status: 404, title: "No such item",
            detail: "The catalogue has no item with this id, and no shelf shows one; \(guess(item, known))")
    }

    private static func guess(_ name: String, _ known: [String]) -> String {
        NearName.nearest(to: name, among: known).map { "did you mean \($0)?" } ?? "check it."
    }

    static let noSuchStore = Problem(
        .notFound, status: 404, title: "No such store",
        detail: "No store has this id, and nothing was ordered from such a listing; check it, or find it by a purchase."
    )

    static let storeGone = Problem(
        .storeGone, status: 410, title: "Store gone",
        detail: "This store is closed; nothing was bought. What was bought there before stays bought.")

    static let paused = Problem(
        .paused, status: 409, title: "Paused",
        detail: "This store sells nothing for a while; nothing was bought, and the same can be bought when it goes on.")

    static let noSuchListing = Problem(
        .notFound, status: 404, title: "No such listing",
        detail: """
            No listing of this store starts at this position and instant; check both. Listings are decided 12 minutes \
            ahead, and until then only their item or store can be withdrawn.
            """)

    static func positionFromZero(_ position: Int) -> Problem {
        .badRequest("position is \(position), but positions are counted from 1, as on the page.")
    }

    static let notLiftable = Problem(
        .notFound, status: 404, title: "Nothing to lift",
        detail: "No withdrawal of an item or a store that is in force has this number; a listing's is final.")

    static let lostPurchase = Problem(
        .notFound, status: 404, title: "Purchase lost",
        detail: "The receipt is genuine, but its purchase isn't there: the database was put back to a time before it.")

    static let forgedReceipt = badRequest(
        "None of this server's stores has signed this receipt; send a purchase's receipt as it was answered.")

    static func noSuchCurrency(_ currency: String, among currencies: Set<String>) -> Problem {
        Problem(
            .notFound, status: 404, title: "No such currency",
            detail: "No store sells for \(currency); currency must be \(currencies.sorted().joined(separator: " or "))."
        )
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

    static let notOnSale = Problem(
        .notOnSale, status: 409, title: "Not on sale", detail: "It is not on sale yet; ask again once it shows.")

    static let unavailable = Problem(
        .unavailable, status: 503, title: "Unavailable",
        detail: "Nothing was done; send the same request again in a moment.")

    /// As many long answers as may be are under way, in all or to one network.
    static let tooManyLongAnswers: Problem = {
        var problem = Problem(
            .unavailable, status: 503, title: "Many are downloading",
            detail: "Many long files are being sent; ask again in \(longAnswersSeconds) s or a little later.")
        problem.retryAfter = longAnswersSeconds
        return problem
    }()

    private static let longAnswersSeconds: Int64 = 5

    static let locked: Problem = {
        var problem = Problem(
            .locked, status: 503, title: "Locked",
            detail: "The server was started and isn't unlocked yet; nothing was done. Ask again later.")
        problem.retryAfter = 5
        return problem
    }()

    /// The database may have kept what was asked for: the connection broke during the commit, or the disk failed after
    /// it.
    static let unknownOutcome = Problem(
        .unavailable, status: 503, title: "Outcome unknown",
        detail: "Nobody knows yet whether it was done; send the same request again, with the same key, to hear.")

    static let unauthorized = Problem(
        .unauthorized, status: 401, title: "Unauthorized",
        detail: "Send Authorization: Bearer with a token that is still good; POST /v1/players brings one.")
    static let noAdminToken = Problem(
        .unauthorized, status: 401, title: "Unauthorized",
        detail: "Send Authorization: Bearer with an admin token whose hash is in the server's configuration.")

    static func forbidden(_ scope: String) -> Problem {
        Problem(
            .forbidden, status: 403, title: "Forbidden",
            detail:
                "This token lacks the scope \(scope); an operator adds it under admin.tokens, and SIGHUP has the server read it."
        )
    }

    static let signedOut = Problem(
        .unauthorized, status: 401, title: "Signed out",
        detail: "Sign in at the desk; a session ends when it is unused for half an hour, and after twelve hours.")

    static let notSignedIn = Problem(
        .unauthorized, status: 401, title: "Not signed in",
        detail: "This token or link isn't known, or isn't good any more; a link is good once, for ten minutes.")

    static let noCSRFToken = Problem(
        .forbidden, status: 403, title: "Forbidden",
        detail: "The request lacks this session's CSRF token; load the desk's page again.")

    /// A page of an origin that isn't the server's own, nor configured, wants to write.
    static var foreignOrigin: Problem {
        Problem(
            .forbidden, status: 403, title: "Foreign origin",
            detail: "Pages of this origin may not write here; an operator adds it under server.origins.")
    }

    static var notJSON: Problem {
        Problem(
            .badRequest, status: 415, title: "Not JSON",
            detail: "Send the body as JSON, with Content-Type: application/json.")
    }

    static func foreignOrigin(_ origin: String) -> Problem {
        Problem(
            .forbidden, status: 403, title: "Forbidden",
            detail: "The desk takes requests from its own pages only; writes bring Origin: \(origin).")
    }

    static func misdirected(to address: String) -> Problem {
        Problem(
            .badRequest, status: 421, title: "Misdirected request", detail: "Only the desk is here; open \(address).")
    }

    static let reversedAlready = Problem(
        .reversedAlready, status: 409, title: "Reversed already", detail: "The purchase was taken back before.")

    static let noSuchVersion = Problem(
        .notFound, status: 404, title: "No such version", detail: "No content version has this number; check it.")

    static func begun(_ version: ContentVersion) -> Problem {
        Problem(
            .contentConflict, status: 409, title: "It has taken effect",
            detail: """
                Version \(version.number) has been in force since \(RFC3339.text(version.from)), and only a version that \
                hasn't taken effect is cancelled; roll back to an earlier one.
                """)
    }

    static let noFiles = Problem(
        .notFound, status: 404, title: "No files", detail: "This server reads no content files; publish content.")

    static let serverOwnsContent = Problem(
        .serverOwnsContent, status: 409, title: "The server owns the content",
        detail: """
            The files only started this shop, so their content isn't taken again; publish it (shelflife publish), or set \
            content.owner: files.
            """)

    static let otherPlan = Problem(
        .contentConflict, status: 409, title: "Other plan",
        detail: "Another content version is in force than base: somebody has published since; read the plan again.")

    static let noPlan = Problem(
        .notFound, status: 404, title: "No version",
        detail: "The content in force is no content version, so its plan can't be changed here; publish content.")

    /// - Parameter known: the ids of the stores in force.
    static func noStoreInForce(_ store: String, among known: [String]) -> Problem {
        let advice =
            NearName.nearest(to: store, among: known).map { "did you mean \($0)?" }
            ?? "there are \(known.prefix(20).joined(separator: ", "))\(known.count > 20 ? " and others" : "")."
        return Problem(
            .notFound, status: 404, title: "No such store",
            detail: "The content in force has no store with this id; \(advice)")
    }

    static let noSuchAppearance = Problem(
        .notFound, status: 404, title: "No such appearance",
        detail: "The plan has no appearance with this index; read the plan again.")

    static let noSuchDraft = Problem(
        .notFound, status: 404, title: "No such draft", detail: "No draft has this name; check it.")

    static let badDraftName = badRequest(
        "A draft's name has 1 to 64 small letters, digits and hyphens, such as autumn-prices.")

    static let otherRevision = Problem(
        .contentConflict, status: 409, title: "Other revision",
        detail: "The draft has another revision: somebody has changed it since; read it again.")

    static let tooManyDrafts = Problem(
        .contentConflict, status: 409, title: "Too many drafts",
        detail: "There are \(ContentDraftRoutes.most) drafts, and no more can be kept; delete or publish one first.")

    /// Makes the problem for content with errors, which it names.
    static func refused(_ problems: ConfigurationProblems) -> Problem {
        let errors = problems.problems.count { $0.severity == .error }
        let told = ContentProblem.some(of: problems.problems)
        var problem = Problem(
            .contentRefused, status: 422, title: "Content refused",
            detail: """
                The content has \(errors == 1 ? "an error" : "\(errors) errors"); \
                problems names \(told.count < errors ? "some" : "each").
                """)
        problem.problems = told
        return problem
    }

    /// Makes the problem for a plan that can't be kept, or can't be written, which it names.
    static func refused(_ problems: [ContentProblem]) -> Problem {
        var problem = unfitContent("The plan can't be kept like this; problems names each reason.")
        problem.problems = problems
        return problem
    }

    static let notBytes = Problem(
        .badRequest, status: 415, title: "Not bytes",
        detail: "Send the file as it is, with Content-Type: application/octet-stream.")

    static func masterRefused(_ detail: String) -> Problem {
        Problem(.contentRefused, status: 422, title: "Picture refused", detail: detail)
    }

    static let noSuchPicture = Problem(
        .notFound, status: 404, title: "No such picture",
        detail: "The server has no picture of this name (the 22 characters in a picture's address) or of this master.")

    static let pictureRemoved = Problem(
        .pictureRemoved, status: 410, title: "Picture removed",
        detail: "The operator has removed this picture for good; cards keep their name and glyph.")

    static func packRefused(_ detail: String) -> Problem {
        Problem(.contentRefused, status: 422, title: "Pack refused", detail: detail)
    }

    /// - Parameter known: the packs that there are.
    static func noSuchPack(_ pack: String, among known: some Sequence<String>) -> Problem {
        Problem(
            .notFound, status: 404, title: "No such pack",
            detail: "No pack of this id has a release; \(guess(pack, Array(known)))")
    }

    static let noSuchRelease = Problem(
        .notFound, status: 404, title: "No such release",
        detail: "There is no release of this number of a pack of this id; check them.")

    static let channelMoved = Problem(
        .contentConflict, status: 409, title: "Channel moved",
        detail: "Somebody has moved the channel since it was looked at; look at it again, and move it then.")

    static let nothingForOthers = Problem(
        .contentRefused, status: 422, title: "Nothing for the others",
        detail: "The channel points at nothing yet, so there is no release for the other devices; leave share out.")

    static func noSuchRange(_ length: Int) -> Problem {
        Problem(
            .badRequest, status: 416, title: "No such range",
            detail: "The file has \(length) bytes; ask for some of them.")
    }

    static func unfitContent(_ detail: String) -> Problem {
        Problem(.contentRefused, status: 422, title: "Content refused", detail: detail)
    }

    /// The problem of content that this token may not read.
    static let untoldContent = unfitContent(
        "The content can't be put in force like this; a token that has content:read, too, is told why.")

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
            detail: "The wallet holds \(balance); it can neither go below 0 nor above \(Money.most).")
    }

    static func rateLimited(seconds: Int64) -> Problem {
        var problem = Problem(
            .rateLimited, status: 429, title: "Too many requests", detail: "Ask again in \(seconds) s.")
        problem.retryAfter = seconds
        return problem
    }

    /// Others have all the places for heavy work, or the token has two.
    static var busy: Problem {
        var problem = Problem(
            .rateLimited, status: 429, title: "Busy",
            detail: """
                A few such requests are worked on, of one token two at most; ask again in \(busySeconds) s, or once the \
                answers that you wait for have come.
                """)
        problem.retryAfter = busySeconds
        return problem
    }

    private static let busySeconds: Int64 = 2

    static func tooManyNewPlayers(seconds: Int64) -> Problem {
        var problem = Problem(
            .rateLimited, status: 429, title: "Too many new players",
            detail: "Too many new players came from this address; ask again in \(seconds) s. Known players come in.")
        problem.retryAfter = seconds
        return problem
    }

    /// Makes the problem that explains a refused order.
    init(_ refusal: PurchaseRefusal) {
        switch refusal {
        case .saleOver: self = .conflict(.saleOver, "Sale over", "It is no longer on the shelf.")
        case .withdrawn: self = .conflict(.withdrawn, "Withdrawn", "It is no longer for sale.")
        case .priceChanged:
            self = .conflict(.priceChanged, "Price changed", "It sells at another price; show the card again.")
        case .ownedAlready: self = .conflict(.ownedAlready, "Owned already", "It can be owned once.")
        case .limitReached: self = .conflict(.limitReached, "Limit reached", "No more of it can be bought for now.")
        case .soldOut: self = .conflict(.soldOut, "Sold out", "Others were quicker.")
        case .insufficientFunds:
            self = .conflict(.insufficientFunds, "Insufficient funds", "The wallet holds less than the price.")
        }
    }

    static func conflict(_ code: Code, _ title: String, _ detail: String) -> Problem {
        Problem(code, status: 409, title: title, detail: detail)
    }

    static func notReady(_ detail: String) -> Problem {
        Problem(.notReady, status: 503, title: "Not ready", detail: detail)
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
