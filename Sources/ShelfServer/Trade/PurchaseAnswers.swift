import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// Answers orders: lets the checkout judge them, and confirms them with a receipt.
struct PurchaseAnswers: Sendable {
    let checkout: Checkout
    let timeline: Timeline

    /// - Throws: ``Problem``, also when the order was refused.
    func buy(_ caller: Gate.Caller, _ asked: PurchaseRequest) async throws -> PurchaseConfirmation {
        let id = OrderID(player: caller.player, key: try caller.call.idempotencyKey())
        return try await buy(asked, in: caller.names.text("store"), as: id)
    }

    private func buy(_ asked: PurchaseRequest, in store: String, as id: OrderID) async throws -> PurchaseConfirmation {
        // No listing has such a price, so the order isn't worth keeping.
        guard asked.price >= 0 else { throw Problem.badRequest("price must be 0 or more, as the card shows it.") }
        guard asked.price <= Money.most else {
            throw Problem.badRequest("price must be \(Money.most) at most, as the card shows it.")
        }
        let outcome = try await checkout.buy(asked, in: store, as: id, at: timeline.now, earliest: timeline.earliest)
        switch outcome {
        case .unknown: throw Problem.notFound
        case .gone: throw Problem.storeGone
        case .paused: throw Problem.paused
        case .notReady: throw Problem.unavailable
        case .notOnSale: throw Problem.notOnSale
        case .keyReused: throw Problem.keyReused
        case .unknownPlayer: throw Problem.unauthorized
        case .judged(let settled, let balance, let isReplay, let receipts):
            return try confirmation(of: settled, balance, isReplay: isReplay, signedBy: receipts)
        }
    }

    private func confirmation(
        of settled: SettledOrder, _ balance: Int64, isReplay: Bool, signedBy signer: ReceiptSigner
    ) throws -> PurchaseConfirmation {
        switch settled.verdict {
        case .refused(let refusal):
            var problem = Problem(refusal)
            problem.replayed = isReplay
            throw problem
        case .sold:
            guard let receipt = Receipt(settled) else { throw Problem.internalError }
            return PurchaseConfirmation(receipt: try signer.sign(receipt), replayed: isReplay, balance: balance)
        }
    }
}

extension Limit {
    /// A person may buy as many players.
    static let orders = Limit(.orders, of: .networks) { .perSecond($0.ordersPerAddress) }
}
