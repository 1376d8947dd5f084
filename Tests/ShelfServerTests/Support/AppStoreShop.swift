import Crypto
import Foundation
import HTTPTypes
import ShelfAppStore
import ShelfConfiguration
import ShelfModel
import ShelfSQLite
import ShelfTesting
import ShelfWire

/// A server that sells for the sample's app, the authority that it trusts, and somebody who buys.
struct AppStoreShop {
    let authority: AppStoreAuthority
    let server: VirtualServer
    let shopper: Shopper

    static let products = [
        AppStoreSample.product: TopUp.Worth(currency: "coins", amount: 100)!,
        "com.example.treasure": TopUp.Worth(currency: "coins", amount: 9_007_199_254_740_941)!,
    ]

    init(
        limits: LimitSettings = LimitSettings(address: 1000, player: 1000),
        _ change: (AppStoreAuthority, inout Configuration) throws -> Void = Self.trust
    ) async throws {
        authority = try AppStoreAuthority()
        var configuration = Fixtures.configuration(catalogue: Fixtures.catalogue(items: 60, price: 1))
        configuration.settings.players.welcome = ["coins": 7]
        configuration.settings.limits = limits
        configuration.settings.admins = [
            AdminToken(
                name: "anna", hash: Array(SHA256.hash(data: Array("boss".utf8))),
                scopes: Set(AdminScope.allCases))
        ]
        try change(authority, &configuration)
        let faults = DatabaseFaults()
        server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(faults: faults.hook),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)), faults: faults)
        shopper = try await Shopper(server)
    }

    static func trust(_ authority: AppStoreAuthority, _ configuration: inout Configuration) throws {
        configuration.settings.apple = AppleSettings(
            verifier: try AppStoreVerifier(
                roots: [authority.rootFile], bundle: AppStoreSample.bundle, environment: .production),
            products: products)
    }

    /// As a file says it.
    static func read(_ authority: AppStoreAuthority, _ configuration: inout Configuration) throws {
        let folder = try TemporaryFolder()
        try Data(authority.rootFile).write(to: folder.url.appending(path: "root.cer"))
        let text = """
            apple:
              roots: [root.cer]
              bundle: \(AppStoreSample.bundle)
              environment: Sandbox
              products: {\(AppStoreSample.product): {coins: 55}}
            """
        try Data(text.utf8).write(to: folder.url.appending(path: "shelflife.yaml"))
        configuration.settings.apple = try ConfigurationLoader.settings(
            file: folder.url.appending(path: "shelflife.yaml").path()
        ).apple
    }

    func sign(_ changes: KeyValuePairs<String, (any Sendable)?> = [:]) throws -> String {
        try authority.sign(AppStoreSample.transaction(changes))
    }

    func topUp(_ jws: String, by shopper: Shopper? = nil) async throws -> InProcessClient.Answer {
        try await request(jws, by: shopper)()
    }

    /// A request that can be sent from anywhere.
    func request(
        _ jws: String, by shopper: Shopper? = nil
    ) throws -> @Sendable () async throws -> InProcessClient.Answer {
        let (client, token) = (server.client, (shopper ?? self.shopper).tokens.token)
        let body = try WireJSON.encode(TopUpRequest(signedTransaction: jws))
        return {
            try await client.send(
                "/v1/player/topups/apple", method: .post, headers: [.authorization: "Bearer \(token)"], body: body)
        }
    }

    /// - Parameter minute: when it is signed, after the sample.
    func notify(
        _ type: String, minute: Int = 1, _ transaction: KeyValuePairs<String, (any Sendable)?> = [:]
    ) async throws -> InProcessClient.Answer {
        try await deliver(
            authority.sign(
                AppStoreSample.notification(
                    type, transaction: sign(transaction),
                    ["signedDate": (AppStoreSample.signed + .minutes(minute)).milliseconds])))
    }

    func deliver(_ signedPayload: String) async throws -> InProcessClient.Answer {
        try await server.client.send(
            "/v1/notifications/apple", method: .post,
            body: WireJSON.encode(AppStoreNotificationRequest(signedPayload: signedPayload)))
    }

    func post(_ amount: Int64) async throws {
        let posting = PostingRequest(currency: "coins", amount: amount, kind: .correction, reason: "spent")
        var headers: HTTPFields = [.authorization: "Bearer boss"]
        headers[HTTPField.Name("Idempotency-Key")!] = "k\(amount)"
        _ = try await server.client.send(
            "/v1/admin/players/\(shopper.tokens.player)/postings", method: .post, headers: headers,
            body: WireJSON.encode(posting))
    }

    func journal() async throws -> [JournalAnswer.Entry] {
        let answer = try await server.client.send(
            "/v1/admin/players/\(shopper.tokens.player)/journal", headers: [.authorization: "Bearer boss"])
        return try WireJSON.decode(JournalAnswer.self, answer.body).entries
    }
}

extension InProcessClient.Answer {
    func topUp() throws -> TopUpConfirmation { try WireJSON.decode(TopUpConfirmation.self, body) }
}
