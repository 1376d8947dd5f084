import HTTPTypes
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire

/// Somebody who buys from a virtual server.
struct Shopper {
    let server: VirtualServer
    let tokens: PlayerTokens

    init(_ server: VirtualServer, credential: [UInt8] = [UInt8](repeating: 9, count: 32)) async throws {
        self.server = server
        let body = try WireJSON.encode(PlayerRequest(credential: Base64URL.encode(credential)))
        let answer = try await server.client.send("/v1/players", method: .post, body: body)
        tokens = try WireJSON.decode(PlayerTokens.self, answer.body)
    }

    /// What stands at a position, and what it costs.
    func purchaseRequest(position: Int = 0, at instant: Instant? = nil) throws -> PurchaseRequest {
        let now = instant ?? server.time.now
        let listings = server.engine.shelves["main"]!.listings
        let (name, listing) = listings.first { $1.position == position && $1.start <= now && $1.end > now }!
        return PurchaseRequest(
            chain: ChainID(bytes: name.chain)!, slot: name.slot, position: position, revision: name.revision,
            price: Card(plaintext: listing.card)!.price)
    }

    /// The item that stands there.
    func item(of wish: PurchaseRequest) throws -> String {
        let name = ListingName(
            store: "main", chain: wish.chain.bytes, slot: wish.slot, position: wish.position, revision: wish.revision)
        return server.engine.shelves["main"]!.listings[name]!.listing.item
    }

    typealias Request = @Sendable () async throws -> InProcessClient.Answer

    func buy(_ wish: PurchaseRequest, key: String? = "k1", store: String = "main") async throws
        -> InProcessClient.Answer
    {
        try await request(WireJSON.encode(wish), key: key, store: store)()
    }

    /// A purchase that is sent when it is called; its body may be anything.
    func request(_ body: [UInt8], key: String?, store: String = "main") -> Request {
        var headers: HTTPFields = [.authorization: "Bearer \(tokens.token)"]
        headers[HTTPField.Name("Idempotency-Key")!] = key
        return { [client = server.client, headers] in
            try await client.send("/v1/stores/\(store)/purchases", method: .post, headers: headers, body: body)
        }
    }

    func get<Value: Decodable>(_ path: String, as _: Value.Type = Value.self) async throws -> Value {
        let answer = try await server.client.send(path, headers: [.authorization: "Bearer \(tokens.token)"])
        return try WireJSON.decode(Value.self, answer.body)
    }

    func balance() async throws -> Int64? {
        try await get("/v1/player", as: PlayerAnswer.self).balances["coins"]
    }
}

extension InProcessClient.Answer {
    func confirmation() throws -> PurchaseConfirmation { try WireJSON.decode(PurchaseConfirmation.self, body) }
    func code() throws -> Problem.Code { try problem().code }
    func problem() throws -> Problem { try WireJSON.decode(Problem.self, body) }
}
