import HTTPTypes
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// What a web page of somebody else can have its visitors' browsers send.
@Suite struct `A page of a foreign origin` {
    private func started(origins: [String] = [], isBehindProxy: Bool = false) async throws -> VirtualServer {
        var configuration = Fixtures.configuration()
        configuration.settings.server.origins = origins
        configuration.settings.server.isBehindProxy = isBehindProxy
        return try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }

    private func signIn(_ server: VirtualServer, _ headers: HTTPFields) async throws -> InProcessClient.Answer {
        let body = try WireJSON.encode(PlayerRequest(credential: Base64URL.encode([UInt8](repeating: 9, count: 32))))
        return try await server.client.send("/v1/players", method: .post, headers: headers, body: body)
    }

    private func players(_ server: VirtualServer) async throws -> Int {
        try await server.database.players(before: nil, limit: 10).count
    }

    @Test(arguments: ["https://evil.example", "http://localhost:81", "null", "http://localhost.evil.example", "x"])
    func `creates no player`(origin: String) async throws {
        let server = try await started(origins: ["https://game.example"])
        let answer = try await signIn(server, [.origin: origin])
        #expect(answer.status == 403)
        #expect(try answer.code() == .forbidden)
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
        #expect(try await players(server) == 0)
    }

    @Test(arguments: ["", "text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "json"])
    func `creates none either by a body that browsers send unasked`(type: String) async throws {
        let server = try await started()
        let answer = try await signIn(server, [.contentType: type])
        #expect(answer.status == 415)
        #expect(try answer.code() == .badRequest)
        #expect(try await players(server) == 0)
    }

    @Test(arguments: [nil, "http://localhost", "https://localhost", "https://game.example", "null"])
    func `is what neither the server's own, nor a configured one, nor a program is`(origin: String?) async throws {
        let server = try await started(origins: ["https://game.example", "null"])
        var headers: HTTPFields = [.contentType: "application/json; charset=utf-8"]
        headers[.origin] = origin
        #expect(try await signIn(server, headers).status == 200)
    }

    @Test func `is judged by the host that the browser asked a proxy for`() async throws {
        let forwarded = HTTPField.Name("X-Forwarded-Host")!
        let headers: HTTPFields = [.origin: "https://store.example:8443", forwarded: "store.example:8443"]
        #expect(try await signIn(started(isBehindProxy: true), headers).status == 200)
        #expect(try await signIn(started(), headers).status == 403)
    }

    @Test func `without an origin acts as a player where that is configured, and never as an admin`() async throws {
        let server = try await started(origins: ["https://game.example", "null"])
        for origin in ["null", "https://game.example"] {
            let isSomebody = origin != "null"
            func opens(_ path: String) async throws -> Bool {
                let answer = try await server.client.send(path, headers: [.origin: origin])
                return answer.headers[.accessControlAllowOrigin] == origin
            }
            #expect(try await opens("/v1/player"))
            for path in ["/metrics", "/readyz", "/healthz", "/v1/admin/audit", "/v1/admin/plan/main", "/no/route"] {
                #expect(try await opens(path) == isSomebody, "\(path)")
            }
            let write = try await server.client.send(
                "/v1/admin/content/reload", method: .post, headers: [.origin: origin])
            #expect((write.status == 403) == !isSomebody, "\(write.text)")
        }
    }

    @Test func `may read as before`() async throws {
        let server = try await started()
        let answer = try await server.client.send("/v1/time", headers: [.origin: "https://evil.example"])
        #expect(answer.status == 200 && answer.headers[.accessControlAllowOrigin] == "*")
    }
}
