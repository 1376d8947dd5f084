import HTTPTypes
import ShelfDatabase
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `What admins look at` {
    private static let players = "/v1/admin/players"

    private func log(_ server: VirtualServer) async throws -> [AuditEntry] {
        try await server.database.auditLog(before: nil, limit: 200)
    }

    @Test func `is one entry of the log within a minute, for the same look of the same admin`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        for _ in 0..<3 { #expect(try await server.askAsAdmin(Self.players).status == 200) }
        #expect(try await log(server).count == 1)
        _ = try await server.askAsAdmin(Self.players, token: "reader")
        _ = try await server.askAsAdmin(Self.players + "?limit=7")
        #expect(try await log(server).map(\.by) == ["anna", "ralph", "anna"])
        await server.advance(to: server.time.now + .minutes(1))
        _ = try await server.askAsAdmin(Self.players)
        #expect(try await log(server).count == 4)
    }

    @Test func `is an entry for each refusal`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        for _ in 0..<3 { #expect(try await server.askAsAdmin("/v1/admin/audit", token: "reader").status == 403) }
        #expect(try await log(server).map(\.status) == [403, 403, 403])
    }

    @Test func `isn't forgotten while the log can't be written`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        server.faults.auditing = true
        #expect(try await server.askAsAdmin(Self.players).status == 503)
        server.faults.auditing = false
        #expect(try await server.askAsAdmin(Self.players).status == 200)
        #expect(try await log(server).count == 1)
    }

    @Test func `is bounded to a hundred at once, and twenty a second`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        for _ in 0..<100 { #expect(try await server.askAsAdmin(Self.players).status == 200) }
        let refused = try await server.askAsAdmin(Self.players)
        #expect(refused.status == 429 && refused.headers[.retryAfter] == "1")
        #expect(try await server.askAsAdmin(Self.players, token: "reader").status == 200)
        await server.advance(to: server.time.now + .seconds(1))
        for place in 0..<21 {
            #expect(try await server.askAsAdmin(Self.players).status == (place < 20 ? 200 : 429))
        }
    }
}
