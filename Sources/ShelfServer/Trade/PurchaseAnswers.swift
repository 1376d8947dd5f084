import NIOCore
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// Answers requests to buy: reads the request, lets the checkout judge it, and confirms it with a receipt.
///
/// The router and the fast lane send the same answers, each in its own way.
struct PurchaseAnswers: Sendable {
    let checkout: Checkout
    let limits: RateLimits
    let timeline: Timeline
    let authentication: PlayerAuthentication

    /// A request to buy, without its body.
    struct Call: Sendable {
        let store: String
        /// The token of `Authorization: Bearer`; empty where there is none.
        let token: String
        /// The value of `Idempotency-Key`.
        let key: String?
        /// ``Network/of(_:)`` the client's address.
        let network: String
    }

    /// - Parameter body: reads the request's body.
    /// - Returns: the JSON of a ``PurchaseConfirmation``.
    /// - Throws: ``Problem``, also when the order was refused; ``Unavailable``.
    func confirmation(of call: Call, body: () async throws -> ByteBuffer) async throws -> ByteBuffer {
        let player = try await authentication.session(ofToken: call.token, from: call.network).player
        try limits.admitOrder(from: call.network)
        let id = OrderID(player: player, key: try IdempotencyKey.of(call.key))
        let asked = try Self.request(try await body())
        return ByteBuffer(bytes: try await buy(asked, in: call.store, as: id).json)
    }

    private static func request(_ body: ByteBuffer) throws -> PurchaseRequest {
        try body.withUnsafeReadableBytes(PurchaseRequest.init(plain:)) ?? JSONBody.decode(PurchaseRequest.self, body)
    }

    private func buy(_ asked: PurchaseRequest, in store: String, as id: OrderID) async throws -> PurchaseConfirmation {
        // No listing has such a price, so the order isn't worth keeping.
        guard asked.price >= 0 else { throw Problem.badRequest("price must be 0 or more, as the card shows it.") }
        guard asked.price <= Money.most else {
            throw Problem.badRequest("price must be \(Money.most) at most, as the card shows it.")
        }
        let outcome = try await available {
            try await checkout.buy(asked, in: store, as: id, at: timeline.now, earliest: timeline.earliest)
        }
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
