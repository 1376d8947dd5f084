package import ShelfWire

/// One wish to buy, from the tap to the answer, as a value.
///
/// Events go in, actions come out; after each event exactly one thing is
/// under way, until the purchase is finished. It promises:
///
/// - Nothing is sent before the intent is kept, and all that is sent has the intent's key.
/// - It goes on until it is answered: a lost answer, a server that is down or busy, a token that has ended
///   only make it ask again.
/// - The intent is forgotten once it is answered, and not before.
package struct Purchase: Sendable {
    package enum Event: Hashable, Sendable {
        /// Somebody has tapped.
        case begun
        /// The app has started again, and the intent was there.
        case resumed
        case kept
        case notKept(String)
        case token(String)
        case noToken(TransportError)
        case confirmed(PurchaseConfirmation)
        case failed(TransportError)
        /// The time that was waited for is there.
        case wake
    }

    package enum Action: Hashable, Sendable {
        case keep
        case getToken
        case dropToken(String)
        case send(token: String)
        case wait(untilUs: Int64)
        case forget
        case finish(Outcome)
    }

    package enum Outcome: Hashable, Sendable {
        /// With what is left in the receipt's currency.
        case bought(Receipt, balance: Int64)
        case refused(PurchaseError)
    }

    private enum Phase: Hashable {
        case new
        case keeping
        case gettingToken
        case sending(token: String)
        case waiting(untilUs: Int64)
        case finished
    }

    package let intent: PurchaseIntent
    private let publicKey: PublicKey
    private var patience: Patience
    private var phase = Phase.new
    private var tokensRefused = 0

    /// - Parameter publicKey: the store's pinned key, which proves its receipts.
    package init(
        _ intent: PurchaseIntent, publicKey: PublicKey,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.intent = intent
        self.publicKey = publicKey
        patience = Patience(random: random)
    }

    package var isFinished: Bool { phase == .finished }

    /// - Parameter localUs: the time here, in microseconds.
    package mutating func handle(_ event: Event, at localUs: Int64) -> [Action] {
        switch (event, phase) {
        case (.begun, .new): enter(.keeping, .keep)
        case (.resumed, .new), (.kept, .keeping): enter(.gettingToken, .getToken)
        case (.notKept(let reason), .keeping): finish(.refused(.notKept(reason)))
        case (.token(let token), .gettingToken): enter(.sending(token: token), .send(token: token))
        case (.noToken(let error), .gettingToken): tokenFailed(error, at: localUs)
        case (.confirmed(let confirmation), .sending): finish(judge(confirmation))
        case (.failed(let error), .sending(let token)): sendingFailed(error, token, at: localUs)
        case (.wake, .waiting(let us)):
            localUs < us ? [.wait(untilUs: us)] : enter(.gettingToken, .getToken)
        default: []
        }
    }

    private mutating func enter(_ phase: Phase, _ action: Action) -> [Action] {
        self.phase = phase
        return [action]
    }

    /// Without a token nothing was sent, so nothing can have been judged.
    private mutating func tokenFailed(_ error: TransportError, at localUs: Int64) -> [Action] {
        if case .again(let seconds) = SetBack(error) { return wait(seconds: seconds, at: localUs) }
        return wait(seconds: 0, at: localUs)
    }

    private mutating func sendingFailed(_ error: TransportError, _ token: String, at localUs: Int64) -> [Action] {
        switch SetBack(error) {
        case .final(let reason): return finish(.refused(reason))
        case .again(let seconds): return wait(seconds: seconds, at: localUs)
        case .tokenRefused:
            tokensRefused += 1
            // A token can end on its way; a server that refuses a new one as well isn't asked again at once.
            let next = tokensRefused == 1 ? enter(.gettingToken, .getToken) : wait(seconds: 0, at: localUs)
            return [.dropToken(token)] + next
        }
    }

    private mutating func wait(seconds: Int64, at localUs: Int64) -> [Action] {
        let us = patience.wait(seconds: seconds, at: localUs)
        return enter(.waiting(untilUs: us), .wait(untilUs: us))
    }

    private mutating func finish(_ outcome: Outcome) -> [Action] {
        phase = .finished
        return outcome == .refused(.forgedReceipt) ? [.finish(outcome)] : [.forget, .finish(outcome)]
    }

    private func judge(_ confirmation: PurchaseConfirmation) -> Outcome {
        guard let receipt = confirmation.receipt.opened(with: publicKey), intent.isMet(by: receipt) else {
            return .refused(.forgedReceipt)
        }
        return .bought(receipt, balance: confirmation.balance)
    }
}

extension PurchaseIntent {
    /// Whether a receipt is for this wish, and no other.
    fileprivate func isMet(by receipt: Receipt) -> Bool {
        receipt.key == key && receipt.store == store
            && PurchaseRequest(
                chain: receipt.chain, slot: receipt.slot, position: receipt.position, revision: receipt.revision,
                price: receipt.price) == request
    }
}
