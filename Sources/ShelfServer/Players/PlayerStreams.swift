import Logging
import NIOCore
import ShelfEngine
import ShelfModel
import ShelfWire

/// Opens the player's streams that the fast lane serves.
final class PlayerStreams: Sendable {
    private let news: PlayerNews
    private let gate: Gate
    private let addresses: ClientAddresses
    private let errors: ErrorProblems
    private let metrics: ServerMetrics
    private let logger: Logger

    init(
        news: PlayerNews, gate: Gate, addresses: ClientAddresses, errors: ErrorProblems, metrics: ServerMetrics,
        logger: Logger
    ) {
        (self.news, self.gate, self.addresses) = (news, gate, addresses)
        (self.errors, self.metrics, self.logger) = (errors, metrics, logger)
    }

    /// A request for a player's stream.
    struct Opening: Sendable {
        /// The token of `Authorization: Bearer`; empty where there is none.
        let token: String
        /// The value of `Last-Event-ID`.
        let lastEvent: String?
        /// The value of `X-Forwarded-For`.
        let forwarded: String?
        /// Whether the connection ends with the answer.
        let isLast: Bool
    }

    enum Outcome: Sendable {
        /// - Parameter until: when the player's token ends.
        case found(PlayerTold, until: Instant)
        case refused(Problem)
    }

    /// Finds the player whose stream is asked for.
    ///
    /// - Parameter network: ``Network/of(_:)`` the address at the connection's other end.
    func outcome(of opening: Opening, from network: String) async -> Outcome {
        let client = addresses.address(in: opening.forwarded).map(Network.of) ?? network
        let call = Call(.playerEvents, names: [:], token: opening.token, network: client, body: .none)
        do {
            return try await gate.pass(call, .playerEvents) { caller, _ in
                let told = PlayerTold(player: caller.player, number: opening.lastEvent.flatMap(news.number))
                return .found(told, until: caller.end)
            }
        } catch {
            let problem = errors.problem(of: error, logger: logger)
            metrics.count(route: Route.playerEvents.pattern, status: problem.status)
            return .refused(problem)
        }
    }

    /// Begins to tell a reader what happens to a player. Call ``PlayerStream/end()`` once the reader has gone.
    ///
    /// - Parameters:
    ///   - eventLoop: the reader's, which this is called on.
    ///   - executor: runs tasks on that event loop.
    func open(
        _ told: PlayerTold, until end: Instant, to reader: any StreamReader, on eventLoop: any EventLoop,
        _ executor: EventLoopTaskExecutor
    ) -> PlayerStream {
        let stream = PlayerStream(told, reader: reader, news: news, eventLoop: eventLoop, executor: executor)
        stream.begin(until: end)
        return stream
    }
}
