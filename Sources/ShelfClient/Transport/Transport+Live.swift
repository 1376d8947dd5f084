public import Foundation
package import ShelfHTTP
package import ShelfWire

extension Transport {
    /// Sends requests to a server over HTTP.
    ///
    /// - Parameters:
    ///   - server: the address without a path, such as `https://store.example.com`.
    ///   - clock: stamps the time exchanges. It must be the one that the store uses.
    public static func live(server: URL, clock: LocalClock = .live) -> Transport {
        live(over: makeHTTPClient(server: server, nowUs: clock.nowUs))
    }

    package static func live(over client: any HTTPClient) -> Transport {
        let wire = LiveWire(client: client)
        return Transport(
            stores: {
                try await wire.value(
                    of: .stores, silence: LiveWire.storesSilence, bytesAtMost: LiveWire.listBytesAtMost)
            },
            time: { try await wire.exchange() },
            window: { try await wire.window(of: $0, etag: $1) },
            keys: { wire.keys(of: $0) },
            key: {
                try await wire.value(
                    of: .key(store: $0, chain: $1, slot: $2), silence: LiveWire.keySilence,
                    bytesAtMost: LiveWire.shortBytesAtMost)
            },
            trade: .live(over: wire))
    }
}

/// The requests of the wire format, sent over HTTP.
struct LiveWire: Sendable {
    let client: any HTTPClient

    /// For how many seconds the server may be silent before each request fails.
    static let storesSilence: Int64 = 10
    static let timeSilence: Int64 = 5
    static let windowSilence: Int64 = 15
    static let keySilence: Int64 = 5
    /// How many seconds a stream may be silent. The server sends something every 15 seconds; when it misses three
    /// times, the connection counts as broken.
    static let streamSilence: Int64 = 45

    /// How long an answer may be: the time and a key.
    static let shortBytesAtMost = 4_096
    /// Tokens, a wallet, a purchase or a refusal.
    static let answerBytesAtMost = 1_048_576
    /// The stores, or a page of the history.
    static let listBytesAtMost = 4_194_304
    /// All that a player owns.
    static let inventoryBytesAtMost = 16_777_216

    func value<Value: Decodable>(
        of target: RequestTarget, silence seconds: Int64, bytesAtMost: Int
    ) async throws -> Value {
        try await get(target, silence: seconds, bytesAtMost: bytesAtMost).decoded(target)
    }

    func exchange() async throws -> Exchange {
        await client.connect(asking: RequestTarget.time.path)
        let answer = try await get(.time, silence: Self.timeSilence, bytesAtMost: Self.shortBytesAtMost)
        let said: TimeAnswer = try answer.decoded(.time)
        return Exchange(
            sentUs: answer.head.sentUs, receivedUs: answer.receivedUs ?? answer.head.sentUs, answer: said)
    }

    func window(of store: String, etag: String?) async throws -> WindowAnswer {
        let answer = try await get(
            .window(store: store), etag: etag, silence: Self.windowSilence, bytesAtMost: WindowFile.bytesAtMost)
        switch answer.head.status {
        case 200: return .window(bytes: answer.body, etag: answer.head.etag)
        case 304: return .notModified
        default: throw answer.refusal
        }
    }

    func keys(of store: String) -> AsyncThrowingStream<StreamEvent, any Error> {
        AsyncThrowingStream { continuation in
            let reading = Task {
                do {
                    try await read(.keys(store: store)) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: TransportError(ofStream: error))
                }
            }
            continuation.onTermination = { _ in reading.cancel() }
        }
    }

    private func read(_ target: RequestTarget, each: (StreamEvent) -> Void) async throws {
        var events = ServerSentEvents()
        var pace = StreamPace()
        var refused: HTTPAnswer?
        for try await part in client.ask(.get(target.path, silence: Self.streamSilence)) {
            switch part {
            case .head(let head): refused = head.status == 200 ? nil : HTTPAnswer(head: head)
            case .body(let piece) where refused == nil:
                let linesBefore = events.lines
                let found = try events.read(piece.bytes)
                try pace.take(events.lines - linesBefore, at: piece.receivedUs)
                for event in found {
                    if let event = try StreamEvent(name: event.name, data: event.data.utf8) { each(event) }
                }
            case .body(let piece): try refused?.append(piece, atMost: Self.answerBytesAtMost)
            }
        }
        if let refused { throw refused.refusal }
    }

    private func get(
        _ target: RequestTarget, etag: String? = nil, silence seconds: Int64, bytesAtMost: Int
    ) async throws -> HTTPAnswer {
        try await answer(to: .get(target.path, etag: etag, silence: seconds), bytesAtMost: bytesAtMost)
    }

    func answer(to call: HTTPCall, bytesAtMost: Int) async throws -> HTTPAnswer {
        do {
            return try await client.answer(to: call, bytesAtMost: bytesAtMost)
        } catch let error as HTTPError {
            throw TransportError(error)
        }
    }
}

extension HTTPAnswer {
    /// - Throws: ``TransportError``, also when the server has refused.
    package func decoded<Value: Decodable>(_ target: RequestTarget) throws -> Value {
        guard head.status == 200 else { throw refusal }
        do {
            return try WireJSON.decode(Value.self, body)
        } catch {
            throw TransportError.malformed(target.path)
        }
    }

    /// Why there is no answer of status 200.
    package var refusal: TransportError {
        guard var problem = try? WireJSON.decode(Problem.self, body) else {
            return .status(head.status, retryAfter: head.retryAfter)
        }
        problem.retryAfter = problem.retryAfter ?? head.retryAfter
        return .problem(problem)
    }
}

extension TransportError {
    package init(_ error: HTTPError) {
        self =
            switch error {
            case .address(let text): .address(text)
            case .tooLarge: .tooLarge
            case .unreachable(let reason): .unreachable(reason)
            case .silent(let seconds): .silent(seconds: seconds)
            }
    }
}
