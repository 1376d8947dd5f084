import ShelfClient
import ShelfHTTP
import ShelfWire

/// Sends single requests about matches and invitations over HTTP.
struct MatchServer: Sendable {
    let client: any HTTPClient

    /// For how many seconds the server may be silent before a request fails.
    private static let silence: Int64 = 15
    /// How many seconds the stream may be silent. The server sends something every 15 seconds; when it misses three
    /// times, the connection counts as broken.
    private static let streamSilence: Int64 = 45
    /// How long an answer or a refusal may be.
    private static let bytesAtMost = 1_048_576

    /// - Parameter token: the player's; `nil` for what needs no player.
    /// - Throws: ``TransportError``.
    func answer<Answer: Decodable>(to request: MatchRequest, token: String?) async throws -> Answer {
        try await answer(to: try Self.call(request, token: token)).decoded(request.target)
    }

    /// Opens the player's stream.
    ///
    /// - Parameter lastID: what came last; `nil` when that isn't known.
    /// - Returns: the rest of the answer, when the server has begun it.
    /// - Throws: ``TransportError`` when it isn't opened.
    func events(after lastID: String?, token: String) async throws -> AsyncThrowingStream<HTTPAnswer.Part, any Error> {
        var headers = Self.authorization(token).merging(["Accept": "text/event-stream"]) { $1 }
        if let lastID { headers["Last-Event-ID"] = lastID }
        let parts = client.ask(
            .get(RequestTarget(.playerEvents).path, headers: headers, silence: Self.streamSilence))
        do {
            var refused: HTTPAnswer?
            for try await part in parts {
                switch part {
                case .head(let head) where head.status == 200: return parts
                case .head(let head): refused = HTTPAnswer(head: head)
                case .body(let piece): try refused?.append(piece, atMost: Self.bytesAtMost)
                }
            }
            try Task.checkCancellation()
            throw refused?.refusal ?? .unreachable("the connection ended before an answer came")
        } catch let error as HTTPError {
            throw TransportError(error)
        }
    }

    private func answer(to call: HTTPCall) async throws -> HTTPAnswer {
        do {
            return try await client.answer(to: call, bytesAtMost: Self.bytesAtMost)
        } catch let error as HTTPError {
            throw TransportError(error)
        }
    }

    private static func call(_ request: MatchRequest, token: String?) throws -> HTTPCall {
        var headers = token.map(authorization) ?? [:]
        if let key = request.key { headers[PurchaseRequest.keyHeader] = key }
        let path = request.target.path
        switch request.target.route.method {
        case .get: return .get(path, headers: headers, silence: silence)
        case .delete: return .delete(path, headers: headers, silence: silence)
        // None of these routes is a PUT.
        case .post, .put:
            let body = try request.body.map { try WireJSON.encode($0) } ?? []
            return .post(path, headers: headers, json: body, silence: silence, isRepeatable: request.isRepeatable)
        }
    }

    private static func authorization(_ token: String) -> [String: String] {
        ["Authorization": "Bearer \(token)"]
    }
}
