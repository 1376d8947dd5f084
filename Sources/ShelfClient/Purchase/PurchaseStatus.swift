public import ShelfWire

/// What a player's purchases have come to, as of this start of the app.
public struct PurchaseStatus: Hashable, Sendable {
    /// Sent or to be sent, and not answered yet; those of the last start included.
    public var underWay: [PurchaseIntent]
    /// The newest last, fifty at most.
    public var answered: [AnsweredPurchase]
    /// By currency, in its smallest unit; empty until the wallet was asked for or something was bought.
    public var balances: [String: Int64]

    public static let none = PurchaseStatus(underWay: [], answered: [], balances: [:])

    static let answeredAtMost = 50

    /// For previews and tests; a store makes its own.
    public init(underWay: [PurchaseIntent], answered: [AnsweredPurchase], balances: [String: Int64]) {
        self.underWay = underWay
        self.answered = answered
        self.balances = balances
    }

    /// Whether this listing is being bought: for the state of a button.
    public func isBuying(_ position: ShelfPosition) -> Bool {
        underWay.contains { $0.request == position.request }
    }
}

/// A wish, and what came of it.
public struct AnsweredPurchase: Hashable, Sendable {
    public let intent: PurchaseIntent
    public let result: Result<Receipt, PurchaseError>

    public init(intent: PurchaseIntent, result: Result<Receipt, PurchaseError>) {
        self.intent = intent
        self.result = result
    }
}

extension ShelfPosition {
    /// What is sent to buy what is shown; `nil` when it isn't known what that is.
    package var request: PurchaseRequest? {
        guard let listing, let card else { return nil }
        return PurchaseRequest(
            chain: listing.chain, slot: listing.slot, position: listing.position, revision: listing.revision,
            price: card.price)
    }

    /// What is sent to buy what was shown, if it may be bought by this reading of the clock.
    package func requestToBuy(at reading: ClockReading) throws(PurchaseError) -> PurchaseRequest {
        guard let listing else { throw .notOnSale }
        guard let request, phase != .sealed else { throw .sealed }
        switch reading.state {
        case .unsynced, .holdover: throw .clockUnsure
        case .coarse, .synced: break
        }
        // A tap may still be under way at the end; the server has the last word.
        guard reading.earliest < listing.end else { throw .notOnSale }
        return request
    }
}
