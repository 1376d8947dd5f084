import ShelfWire

/// What an answer that is no receipt means for a purchase.
enum SetBack: Hashable {
    /// It is answered: judged, or never to be good.
    case final(PurchaseError)
    /// The server doesn't believe the token.
    case tokenRefused
    /// Nothing was judged, or nobody knows: the same is to be sent again, not before so many seconds.
    case again(afterSeconds: Int64)

    init(_ error: TransportError) {
        self =
            switch error {
            case .problem(let problem): SetBack(problem)
            case .status(401, _): .tokenRefused
            // A Shelflife server's refusal with a code that this version can't read; whoever else answers, answers
            // otherwise.
            case .status(409, _): .final(.unknownRefusal)
            case .status(_, let seconds): .again(afterSeconds: seconds ?? 0)
            case .malformed, .tooLarge, .address, .unreachable: .again(afterSeconds: 0)
            }
    }

    /// `nil` when sending the same again would bring the same.
    var secondsToWait: Int64? {
        switch self {
        case .final: nil
        case .tokenRefused: 0
        case .again(let seconds): seconds
        }
    }

    private init(_ problem: Problem) {
        self =
            switch problem.code {
            case .saleOver: .final(.saleOver)
            case .priceChanged: .final(.priceChanged)
            case .ownedAlready: .final(.ownedAlready)
            case .limitReached: .final(.limitReached)
            case .soldOut: .final(.soldOut)
            case .insufficientFunds: .final(.insufficientFunds)
            case .notFound: .final(.notFound)
            case .keyReused: .final(.keyReused)
            case .badRequest, .methodNotAllowed, .tooLarge, .forbidden, .keyMissing, .reversedAlready, .impossible,
                .unverified, .transactionRevoked, .transactionTaken, .unknownProduct:
                .final(.rejected(problem))
            case .unauthorized: .tokenRefused
            // The clock here is a little ahead of the server's: before the start nothing is judged.
            case .notOnSale, .notReady, .internalError, .rateLimited, .unavailable:
                .again(afterSeconds: problem.retryAfter ?? 0)
            }
    }
}
