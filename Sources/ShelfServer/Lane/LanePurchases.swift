import Logging
import NIOCore
import ShelfWire

/// Has the fast lane's orders judged, and tells what became of each.
final class LanePurchases: Sendable {
    private let gate: Gate
    private let addresses: ClientAddresses
    private let answers: PurchaseAnswers
    private let errors: ErrorProblems
    private let metrics: ServerMetrics
    private let logger: Logger

    init(
        gate: Gate, addresses: ClientAddresses, answers: PurchaseAnswers, errors: ErrorProblems,
        metrics: ServerMetrics, logger: Logger
    ) {
        (self.gate, self.addresses, self.answers) = (gate, addresses, answers)
        (self.errors, self.metrics, self.logger) = (errors, metrics, logger)
    }

    /// What became of an order.
    enum Outcome: Sendable {
        /// - Parameter json: of a ``PurchaseConfirmation``.
        case confirmed(_ json: ByteBuffer)
        case refused(Problem)
    }

    /// - Parameters:
    ///   - body: `nil` when it didn't arrive whole.
    ///   - network: ``Network/of(_:)`` the address at the connection's other end.
    func outcome(of order: LaneOrder, _ body: ByteBuffer?, from network: String) async -> Outcome {
        let client = addresses.address(in: order.forwarded).map(Network.of) ?? network
        let call = Call(
            .purchase, names: ["store": order.store], token: order.token, key: order.key, network: client,
            body: CallBody(type: "application/json", length: body?.readableBytes) { _ in
                guard let body else { throw Problem.brokenBody }
                return body
            })
        do {
            let confirmation = try await gate.pass(call, .purchase, answers.buy)
            return .confirmed(ByteBuffer(bytes: confirmation.json))
        } catch {
            let problem = errors.problem(of: error, logger: logger)
            metrics.count(route: Route.purchase.pattern, status: problem.status)
            metrics.count(refused: problem, by: .purchase)
            return .refused(problem)
        }
    }
}
