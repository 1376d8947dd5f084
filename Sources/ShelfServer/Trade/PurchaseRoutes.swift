import HTTPTypes
import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The route for purchases: reads the request, lets the checkout judge it, and answers with a receipt or a reason for
/// the refusal.
struct PurchaseRoutes: RouteSet {
    let checkout: Checkout
    let limits: RateLimits
    let timeline: Timeline
    let authentication: PlayerAuthentication

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.purchase) { request, context in
            let player = try await authentication.player(of: request, context)
            try limits.admitOrder(request, context)
            return try await buy(in: context.parameters.require("store"), for: player, request)
        }
    }

    private func buy(in store: String, for player: Int64, _ request: Request) async throws -> Response {
        let id = OrderID(player: player, key: try IdempotencyKey.of(request))
        let asked = try await JSONBody.read(PurchaseRequest.self, from: request)
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
            return try response(to: settled, balance, isReplay: isReplay, signedBy: receipts)
        }
    }

    private func response(
        to settled: SettledOrder, _ balance: Int64, isReplay: Bool, signedBy signer: ReceiptSigner
    ) throws -> Response {
        switch settled.verdict {
        case .refused(let refusal):
            var problem = Problem(refusal)
            problem.replayed = isReplay
            throw problem
        case .sold:
            guard let receipt = Receipt(settled) else { throw Problem.internalError }
            let confirmation = PurchaseConfirmation(
                receipt: try signer.sign(receipt), replayed: isReplay, balance: balance)
            return try JSONBody.response(confirmation)
        }
    }
}
