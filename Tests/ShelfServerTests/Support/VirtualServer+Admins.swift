import Crypto
import HTTPTypes
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfTesting
import ShelfWire

extension VirtualServer {
    /// A server with four admins, whose tokens are `boss` (who may do everything), `reader`, `writer` and `game`, and
    /// with a player who has 70 coins.
    ///
    /// - Parameter others: the tokens of further admins, who may read content.
    static func withAdmins(
        currency: String = "coins", desk: DeskSettings? = nil, others: [String] = [], invitations: Bool = false,
        owned content: ContentSettings = ContentSettings()
    ) async throws -> (VirtualServer, Shopper) {
        func hash(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
        var configuration = Fixtures.configuration(catalogue: Fixtures.catalogue(items: 60, price: 1))
        configuration.settings.server.port = 0
        configuration.content.stores[0].currency = currency
        configuration.settings.players.welcome = [currency: 70]
        configuration.settings.desk = desk
        configuration.settings.invitations = invitations
        configuration.settings.content = content
        configuration.settings.admins = [
            AdminToken(name: "anna", hash: hash("boss"), scopes: Set(AdminScope.allCases)),
            AdminToken(name: "ralph", hash: hash("reader"), scopes: [.playersRead]),
            AdminToken(name: "wilma", hash: hash("writer"), scopes: [.contentWrite]),
            AdminToken(name: "game server", hash: hash("game"), scopes: [.receiptsRead]),
        ]
        configuration.settings.admins += others.map { AdminToken(name: $0, hash: hash($0), scopes: [.contentRead]) }
        let faults = DatabaseFaults()
        let server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(faults: faults.hook),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)), faults: faults)
        return (server, try await Shopper(server))
    }

    func postAsAdmin(
        _ path: String, _ body: some Encodable, key: String?, token: String = "boss"
    ) async throws -> InProcessClient.Answer {
        try await client.send(
            path, method: .post, headers: Self.adminHeaders(key: key, token: token), body: WireJSON.encode(body))
    }

    func getAsAdmin<Value: Decodable>(_ path: String, as _: Value.Type = Value.self) async throws -> Value {
        try WireJSON.decode(Value.self, try await askAsAdmin(path).body)
    }

    func askAsAdmin(_ path: String, token: String = "boss") async throws -> InProcessClient.Answer {
        try await client.send(path, headers: Self.adminHeaders(key: nil, token: token))
    }

    static func adminHeaders(key: String?, token: String) -> HTTPFields {
        var headers: HTTPFields = [.authorization: "Bearer \(token)"]
        headers[HTTPField.Name("Idempotency-Key")!] = key
        return headers
    }

    /// What a receipt of the store `main` says.
    func opened(_ receipt: SignedReceipt) -> Receipt? {
        engine.descriptions.first { $0.id == "main" }.flatMap { PublicKey($0.publicKey) }.flatMap(receipt.opened)
    }
}
