import ShelfWire

/// Whether a request that failed is sent again, decided by how it failed.
enum RetryDecision: Hashable {
    /// The server has judged it, or will never accept it: sending it again brings the same answer.
    case giveUp(PurchaseError)
    /// The server doesn't accept the token: a new one is needed first.
    case renewToken
    /// The server did nothing, or nobody knows what it did. Send the same again, after this many seconds at least.
    case retry(afterSeconds: Int64)

    init(_ error: TransportError) {
        self =
            switch error {
            case .problem(let problem): RetryDecision(problem)
            case .status(401, _): .renewToken
            // Only a Shelflife server answers 409. It refused, with a code that this version can't read.
            case .status(409, _): .giveUp(.unknownRefusal)
            case .status(_, let seconds): .retry(afterSeconds: seconds ?? 0)
            case .malformed, .tooLarge, .flooded, .address, .unreachable, .silent: .retry(afterSeconds: 0)
            }
    }

    /// How long to wait before the same is sent again; `nil` when it isn't.
    var secondsToWait: Int64? {
        switch self {
        case .giveUp: nil
        case .renewToken: 0
        case .retry(let seconds): seconds
        }
    }

    private init(_ problem: Problem) {
        self =
            switch problem.code {
            case .saleOver: .giveUp(.saleOver)
            case .withdrawn: .giveUp(.withdrawn)
            case .paused: .giveUp(.paused)
            case .priceChanged: .giveUp(.priceChanged)
            case .ownedAlready: .giveUp(.ownedAlready)
            case .limitReached: .giveUp(.limitReached)
            case .soldOut: .giveUp(.soldOut)
            case .insufficientFunds: .giveUp(.insufficientFunds)
            case .notFound: .giveUp(.notFound)
            case .storeGone: .giveUp(.storeGone)
            case .keyReused: .giveUp(.keyReused)
            case .badRequest, .methodNotAllowed, .tooLarge, .forbidden, .keyMissing, .reversedAlready, .impossible,
                .unverified, .transactionRevoked, .transactionTaken, .unknownProduct,
                .pictureRemoved, .changeRefused, .contentRefused, .contentConflict, .filesOwnContent,
                .serverOwnsContent,
                .matchFull, .matchClosed, .matchConflict, .inviterGone, .invitationSuperseded, .invitationExpired,
                .tooMany:
                .giveUp(.rejected(problem))
            case .unauthorized: .renewToken
            // The clock here can be a little ahead of the server's, which judges nothing before a listing's start.
            case .notOnSale, .notReady, .internalError, .rateLimited, .locked, .unavailable:
                .retry(afterSeconds: problem.retryAfter ?? 0)
            }
    }
}
