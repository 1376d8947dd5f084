package import ShelfWire

/// The course of one purchase from the tap to the answer, as a value.
///
/// Events go in, actions come out. After each event exactly one thing is under way, until the purchase is finished.
/// It promises:
///
/// - No request is sent before the intent is kept, and every request has the intent's key.
/// - It goes on until it is answered. After a lost answer, a server that is down or busy, or a token that has expired,
///   the request is sent again.
/// - The intent is forgotten when it is answered, and not before.
package struct Purchase: Sendable {
    package enum Event: Hashable, Sendable {
        /// The player has tapped.
        case begun
        /// The app has started again, and the intent had been kept.
        case resumed
        case kept
        case notKept(String)
        case token(String)
        case noToken(TransportError)
        case confirmed(PurchaseConfirmation)
        case failed(TransportError)
        /// The wait is over.
        case wake
    }

    package enum Action: Hashable, Sendable {
        case keep
        case getToken
        case dropToken(String)
        case send(token: String)
        case wait(untilUs: Int64, because: TransportError)
        case forget
        case finish(Outcome)
    }

    package enum Outcome: Hashable, Sendable {
        /// With what the wallet holds now, in the receipt's currency; `nil` where the answer doesn't say it.
        case bought(Receipt, balance: Int64?)
        case refused(PurchaseError)
    }

    private enum Phase: Hashable {
        case new
        case keeping
        case gettingToken
        case sending(token: String)
        case waiting(untilUs: Int64, because: TransportError)
        case finished
    }

    package let intent: PurchaseIntent
    private let publicKey: PublicKey
    private var delays: RetryDelays
    private var phase = Phase.new
    private var tokensRefused = 0

    /// - Parameter publicKey: the store's pinned key, which proves its receipts.
    package init(
        _ intent: PurchaseIntent, publicKey: PublicKey,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.intent = intent
        self.publicKey = publicKey
        delays = RetryDelays(random: random)
    }

    package var isFinished: Bool { phase == .finished }

    /// - Parameter localUs: this device's time, in microseconds.
    package mutating func handle(_ event: Event, at localUs: Int64) -> [Action] {
        switch (event, phase) {
        case (.begun, .new): enter(.keeping, .keep)
        case (.resumed, .new), (.kept, .keeping): enter(.gettingToken, .getToken)
        case (.notKept(let reason), .keeping): finish(.refused(.notKept(reason)))
        case (.token(let token), .gettingToken): enter(.sending(token: token), .send(token: token))
        case (.noToken(let error), .gettingToken): tokenFailed(error, at: localUs)
        case (.confirmed(let confirmation), .sending): finish(judge(confirmation))
        case (.failed(let error), .sending(let token)): sendingFailed(error, token, at: localUs)
        case (.wake, .waiting(let us, let reason)):
            localUs < us ? [.wait(untilUs: us, because: reason)] : enter(.gettingToken, .getToken)
        default: []
        }
    }

    private mutating func enter(_ phase: Phase, _ action: Action) -> [Action] {
        self.phase = phase
        return [action]
    }

    /// Waits for another try. Without a token nothing was sent, so nothing can have been judged.
    private mutating func tokenFailed(_ error: TransportError, at localUs: Int64) -> [Action] {
        if case .retry(let seconds) = RetryDecision(error) {
            return wait(seconds: seconds, because: error, at: localUs)
        }
        return wait(seconds: 0, because: error, at: localUs)
    }

    private mutating func sendingFailed(_ error: TransportError, _ token: String, at localUs: Int64) -> [Action] {
        switch RetryDecision(error) {
        case .giveUp(let reason): return finish(.refused(reason))
        case .retry(let seconds): return wait(seconds: seconds, because: error, at: localUs)
        case .renewToken:
            tokensRefused += 1
            // A token can expire on its way. If the server refuses a new one as well, it is not asked again at once.
            let next =
                tokensRefused == 1
                ? enter(.gettingToken, .getToken) : wait(seconds: 0, because: error, at: localUs)
            return [.dropToken(token)] + next
        }
    }

    private mutating func wait(seconds: Int64, because error: TransportError, at localUs: Int64) -> [Action] {
        let us = localUs + delays.nextUs(serverSeconds: seconds)
        return enter(.waiting(untilUs: us, because: error), .wait(untilUs: us, because: error))
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
    /// Whether a receipt is for this intent and no other.
    fileprivate func isMet(by receipt: Receipt) -> Bool {
        receipt.key == key && receipt.store == store
            && PurchaseRequest(
                chain: receipt.chain, slot: receipt.slot, position: receipt.position, revision: receipt.revision,
                price: receipt.price) == request
    }
}
