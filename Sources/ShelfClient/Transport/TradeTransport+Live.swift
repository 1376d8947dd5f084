package import ShelfHTTP
import ShelfWire

extension TradeTransport {
    /// Sends a player's requests over HTTP.
    package static func live(over client: any HTTPClient) -> TradeTransport { live(over: LiveWire(client: client)) }

    static func live(over wire: LiveWire) -> TradeTransport {
        TradeTransport(
            signIn: { try await wire.post(PlayerRequest(credential: $0.text), to: .signIn, isRepeatable: true) },
            refresh: { try await wire.post(RefreshRequest(refreshToken: $0), to: .refresh, isRepeatable: false) },
            purchase: { store, key, request, token in
                try await wire.post(
                    request, to: .purchase(store: store), token: token,
                    headers: [PurchaseRequest.keyHeader: key], isRepeatable: true)
            },
            topUp: { jws, token in
                try await wire.post(
                    TopUpRequest(signedTransaction: jws), to: .appStoreTopUp, token: token, isRepeatable: true)
            },
            wallet: { try await wire.get(.player, token: $0) },
            inventory: { try await wire.get(.inventory, token: $0, bytesAtMost: LiveWire.inventoryBytesAtMost) },
            history: {
                try await wire.get(
                    .purchases(before: $0, limit: $1), token: $2, bytesAtMost: LiveWire.listBytesAtMost)
            })
    }
}

extension LiveWire {
    /// How many seconds the server may take to judge a purchase.
    private static let silence: Int64 = 15

    fileprivate func post<Value: Decodable>(
        _ body: some Encodable, to target: RequestTarget, token: String? = nil, headers: [String: String] = [:],
        isRepeatable: Bool
    ) async throws -> Value {
        let headers = headers.merging(token.map(Self.authorization) ?? [:]) { $1 }
        let call = HTTPCall.post(
            target.path, headers: headers, json: try WireJSON.encode(body), silence: Self.silence,
            isRepeatable: isRepeatable)
        return try await answer(to: call, bytesAtMost: Self.answerBytesAtMost).decoded(target)
    }

    fileprivate func get<Value: Decodable>(
        _ target: RequestTarget, token: String, bytesAtMost: Int = answerBytesAtMost
    ) async throws -> Value {
        let call = HTTPCall.get(target.path, headers: Self.authorization(token), silence: Self.silence)
        return try await answer(to: call, bytesAtMost: bytesAtMost).decoded(target)
    }

    private static func authorization(_ token: String) -> [String: String] {
        ["Authorization": "Bearer \(token)"]
    }
}
