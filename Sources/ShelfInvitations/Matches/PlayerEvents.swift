import ShelfClient
import ShelfHTTP

/// What happens to a player, told as it happens.
///
///     for await event in PlayerEvents(of: invitations) {
///         switch event {
///         case .invitations, .anew: inbox = try await invitations.inbox()
///         case .match(let id): show(try await invitations.match(id))
///         case .wallet, .status: break
///         }
///     }
///
/// The stream is open while the loop runs, and never ends by itself: cancel the task. When it is cut or its token is
/// over, it is opened again with a fresh token, and goes on where it was. No event comes twice, and none is lost: each
/// comes once, or ``PlayerEvent/anew`` in its place.
///
/// Each loop has a stream of its own. One for the whole app is enough; a player may have five, on all devices.
public struct PlayerEvents: AsyncSequence, Sendable {
    private let invitations: Invitations

    /// Nothing is requested until the first event is asked for.
    public init(of invitations: Invitations) {
        self.invitations = invitations
    }

    /// Begins a stream of its own.
    public func makeAsyncIterator() -> Iterator {
        Iterator(invitations: invitations)
    }

    /// One stream, opened again as often as it takes.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Step {
            case start
            case open(lastID: String?)
            case read(AsyncThrowingStream<HTTPAnswer.Part, any Error>.Iterator)
            case wait(untilUs: Int64)
        }

        private let invitations: Invitations
        private var stream = PlayerStream()
        private var lines = ServerSentEvents()
        private var pace = StreamPace()
        private var step = Step.start
        /// What is still to tell.
        private var told: [PlayerEvent] = []

        fileprivate init(invitations: Invitations) {
            self.invitations = invitations
        }

        /// The next event; `nil` once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> PlayerEvent? {
            while !Task.isCancelled {
                guard told.isEmpty else { return told.removeFirst() }
                switch step {
                case .start: take(.started)
                case .open(let lastID): await open(after: lastID, isolation: actor)
                case .read(let parts): await read(parts, isolation: actor)
                case .wait(let us):
                    await invitations.wait(untilUs: us)
                    take(.woke)
                }
            }
            return nil
        }

        private mutating func open(after lastID: String?, isolation: isolated (any Actor)?) async {
            let server = invitations.server
            do {
                let parts = try await invitations.account.ask { try await server.events(after: lastID, token: $0) }
                (lines, pace) = (ServerSentEvents(), StreamPace())
                step = .read(parts.makeAsyncIterator())
                take(.opened)
            } catch { failed(error) }
        }

        private mutating func read(
            _ parts: AsyncThrowingStream<HTTPAnswer.Part, any Error>.Iterator, isolation: isolated (any Actor)?
        ) async {
            var parts = parts
            do {
                switch try await parts.next(isolation: isolation) {
                case .body(let piece): try read(piece.bytes)
                case .head: break
                case nil: take(.ended(nil, serverSeconds: 0))
                }
            } catch { failed(error) }
        }

        private mutating func read(_ bytes: [UInt8]) throws {
            let before = lines.lines
            let events = try lines.read(bytes)
            try pace.take(lines.lines - before, at: invitations.clock.nowUs())
            if let ms = lines.retryMs { take(.retryAsked(ms: ms)) }
            for event in events { take(.came(event)) }
        }

        private mutating func failed(_ error: any Error) {
            let error =
                switch error {
                case let error as HTTPError: TransportError(error)
                case is ServerSentEvents.TooLong: TransportError.tooLarge
                case is StreamPace.Flood: TransportError.flooded
                default: error
                }
            let seconds = (error as? TransportError)?.secondsAsked ?? 0
            take(.ended(InvitationError(any: error), serverSeconds: seconds))
        }

        private mutating func take(_ event: PlayerStream.Event) {
            for action in stream.handle(event, at: invitations.clock.nowUs()) {
                switch action {
                case .tell(let event): told.append(event)
                case .open(let lastID): step = .open(lastID: lastID)
                case .wait(let us): step = .wait(untilUs: us)
                }
            }
        }
    }
}
