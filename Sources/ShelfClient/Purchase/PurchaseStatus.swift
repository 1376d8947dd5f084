public import ShelfWire

/// The state of a player's purchases since this start of the app.
public struct PurchaseStatus: Hashable, Sendable {
    /// Not answered yet, including those from before this start of the app.
    public var underWay: [PurchaseIntent]
    /// Those under way whose request has failed and is sent again, with the reason and the time.
    package var delays: [PurchaseIntent: PurchaseDelay]
    /// The last fifty that were answered, the newest last.
    public var answered: [AnsweredPurchase]
    /// By currency, in its smallest unit; empty until the wallet was loaded or something was bought. A currency is
    /// missing while its balance isn't known.
    public var balances: [String: Int64]

    /// Nothing bought, and no balance known.
    public static let none = PurchaseStatus(underWay: [], answered: [], balances: [:])

    static let answeredAtMost = 50

    /// For previews and tests; a store makes its own.
    public init(underWay: [PurchaseIntent], answered: [AnsweredPurchase], balances: [String: Int64]) {
        delays = [:]
        self.underWay = underWay
        self.answered = answered
        self.balances = balances
    }

    mutating func take(_ outcome: Purchase.Outcome, of intent: PurchaseIntent) {
        underWay.removeAll { $0.key == intent.key }
        delays[intent] = nil
        switch outcome {
        case .bought(let receipt, let balance):
            balances[receipt.currency] = balance
            answered.append(AnsweredPurchase(intent: intent, result: .success(receipt)))
        case .refused(let error): answered.append(AnsweredPurchase(intent: intent, result: .failure(error)))
        }
        answered = answered.suffix(Self.answeredAtMost)
    }

    /// Whether what stands here is being bought, for the state of a button.
    public func isBuying(_ position: ShelfPosition) -> Bool {
        underWay.contains(where: position.isBought)
    }

    /// Why the purchase of what stands here isn't judged yet, and when its request is sent again; `nil` while it isn't being
    /// bought, or no request for it has failed.
    ///
    ///     if let delay = store.purchases.delay(of: position) {
    ///         Text("\(delay.reason). Trying again at \(delay.retryAt.formatted(date: .omitted, time: .standard))")
    ///     }
    public func delay(of position: ShelfPosition) -> PurchaseDelay? {
        delays.first { position.isBought(by: $0.key) }?.value
    }
}

/// An intent and its outcome.
public struct AnsweredPurchase: Hashable, Sendable {
    /// What the player wanted to buy.
    public let intent: PurchaseIntent
    /// The receipt, or why nothing was bought.
    public let result: Result<Receipt, PurchaseError>

    /// For previews and tests; a store makes its own.
    public init(intent: PurchaseIntent, result: Result<Receipt, PurchaseError>) {
        self.intent = intent
        self.result = result
    }
}

extension ShelfPosition {
    /// The request that buys what is shown; `nil` while the position is empty or sealed.
    package var request: PurchaseRequest? {
        guard let name = names.last, let card else { return nil }
        return PurchaseRequest(
            chain: name.chain, slot: name.slot, position: name.position, revision: name.revision, price: card.price)
    }

    /// Names the offer that is shown, where it has several listings: the same after a restart, though other listings of
    /// it are open then.
    package var offer: String? {
        card?.fromMs.flatMap { from in listing.map { "\($0.position) \(from)" } }
    }

    /// Whether an intent is a purchase of what is shown, by whichever listing of the offer it names.
    func isBought(by intent: PurchaseIntent) -> Bool {
        offer.map { $0 == intent.offer } ?? (request == intent.request)
    }

    /// The request that buys exactly what was drawn, if it may be bought by this reading of the clock.
    package func requestToBuy(at reading: ClockReading) throws(PurchaseError) -> PurchaseRequest {
        guard !isTapGuarded else { throw .changed }
        guard let listing else { throw .notOnSale }
        guard let request, phase != .sealed else { throw .sealed }
        guard !isWithdrawn else { throw .withdrawn }
        guard !isSoldOut else { throw .soldOut }
        switch reading.state {
        case .unsynced, .holdover: throw .clockUnsure
        case .coarse, .strained, .synced: break
        }
        // While the listing may still run by the true time, the server decides.
        guard reading.earliest < listing.end else { throw .changed }
        return request
    }
}
