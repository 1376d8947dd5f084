import ShelfClient
import ShelfWire

/// How the player's stream is followed, as a value: when it is opened, what is told of it, and what was told before.
struct PlayerStream: Sendable {
    enum Event: Sendable {
        case started
        /// The server has begun its answer.
        case opened
        case came(ServerSentEvents.Event)
        /// So many milliseconds the server wants a client to wait before the next stream.
        case retryAsked(ms: Int64)
        /// The stream has ended, or couldn't be opened. There is an error unless it has only ended.
        case ended(InvitationError?, serverSeconds: Int64)
        /// The time to wait is over.
        case woke
    }

    enum Action: Hashable, Sendable {
        /// Open a stream, with a token that is good for a while.
        case open(lastID: String?)
        case wait(untilUs: Int64)
        case tell(PlayerEvent)
    }

    /// A stream that has stood for so long wasn't refused.
    private static let stoodUs: Int64 = 10_000_000
    /// A server that asks for a longer wait before the next stream isn't obeyed.
    private static let retryMsAtMost: Int64 = 300_000

    /// What came last, and `nil` when that isn't known.
    private var lastID: String?
    private var status: EventsStatus?
    private var delays = RetryDelays()
    /// How often in a row it has failed.
    private var failures = 0
    private var beganUs: Int64 = 0
    private var retryMs: Int64 = 0

    /// - Parameter localUs: this device's time, in microseconds.
    /// - Returns: what to do, in this order.
    mutating func handle(_ event: Event, at localUs: Int64) -> [Action] {
        switch event {
        case .started: return become(.connecting, nil) + open(at: localUs)
        case .opened: return become(.live, nil)
        case .came(let event): return take(event)
        case .retryAsked(let ms):
            retryMs = min(max(ms, 0), Self.retryMsAtMost)
            return []
        case .ended(let error, let seconds): return ended(error, serverSeconds: seconds, at: localUs)
        case .woke: return open(at: localUs)
        }
    }

    private mutating func open(at localUs: Int64) -> [Action] {
        beganUs = localUs
        return [.open(lastID: lastID)]
    }

    private mutating func ended(
        _ error: InvitationError?, serverSeconds: Int64, at localUs: Int64
    ) -> [Action] {
        if localUs - beganUs > Self.stoodUs { (failures, delays) = (0, RetryDelays()) }
        failures += 1
        let isOffline = failures > 1 && error != nil
        // The first wait is as long as the server has asked on the stream, and later ones grow by themselves.
        let streamSeconds = failures == 1 ? (retryMs + 999) / 1000 : 0
        let waitUs = delays.nextUs(serverSeconds: serverSeconds > 0 ? serverSeconds : streamSeconds)
        return become(isOffline ? .offline : .connecting, error) + [.wait(untilUs: localUs + waitUs)]
    }

    private mutating func become(_ connection: EventsStatus.Connection, _ problem: InvitationError?) -> [Action] {
        let new = EventsStatus(connection: connection, problem: problem)
        guard new != status else { return [] }
        status = new
        return [.tell(.status(new))]
    }

    private mutating func take(_ event: ServerSentEvents.Event) -> [Action] {
        if event.name != "anew", isOld(event.id) { return [] }
        if event.id.isID { lastID = event.id }
        return PlayerEvent(event).map { [.tell($0)] } ?? []
    }

    private func isOld(_ id: String) -> Bool {
        guard let id = EventID(id), let last = lastID.flatMap(EventID.init) else { return false }
        return id.isOld(after: last)
    }
}

extension PlayerEvent {
    /// `nil` for an event that this version doesn't know, or can't read.
    fileprivate init?(_ event: ServerSentEvents.Event) {
        switch event.name {
        case "invitations": self = .invitations
        case "anew": self = .anew
        case "match":
            guard let news = try? WireJSON.decode(MatchNews.self, event.data.utf8) else { return nil }
            self = .match(news.match)
        case "wallet":
            guard let news = try? WireJSON.decode(WalletEvent.self, event.data.utf8) else { return nil }
            self = .wallet(currency: news.currency, balance: news.balance)
        default: return nil
        }
    }
}

/// What the stream tells of a match.
private struct MatchNews: Decodable {
    let match: String
}
