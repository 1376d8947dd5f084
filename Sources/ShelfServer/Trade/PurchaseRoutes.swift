import NIOCore
import ShelfWire

/// The route for purchases.
struct PurchaseRoutes: GatedRoutes {
    let answers: PurchaseAnswers

    func add(to router: GatedRouter) {
        router.on(.purchase) { caller, order in
            JSONBody.response(ByteBuffer(bytes: try await answers.buy(caller, order).json))
        }
    }
}
