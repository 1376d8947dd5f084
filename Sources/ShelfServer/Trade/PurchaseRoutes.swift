import Hummingbird
import ShelfWire

/// The route for purchases.
struct PurchaseRoutes: RouteSet {
    let answers: PurchaseAnswers
    let errors: ErrorProblems
    let metrics: ServerMetrics

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.purchase) { request, context in
            let call = PurchaseAnswers.Call(
                store: try context.parameters.require("store"), token: request.bearerToken ?? "",
                key: request.headers[.idempotencyKey], network: answers.limits.network(of: request, context))
            do {
                return JSONBody.response(
                    try await answers.confirmation(of: call) { try await JSONBody.bytes(of: request) })
            } catch {
                let problem = errors.problem(of: error, logger: context.logger)
                metrics.count(refused: problem)
                throw problem
            }
        }
    }
}
