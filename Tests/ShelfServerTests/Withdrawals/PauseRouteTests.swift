import NIOCore
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Pauses over the routes` {
    private func pause(
        _ isPaused: Bool, _ store: String = "main", token: String = "boss", on server: VirtualServer
    ) async throws -> InProcessClient.Answer {
        let request = PauseRequest(store: store, paused: isPaused, reason: "wrong prices")
        return try await server.postAsAdmin("/v1/admin/pauses", request, key: nil, token: token)
    }

    @Test func `a paused store refuses orders without judging them, and sells the same when it is resumed`()
        async throws
    {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let wish = try shopper.purchaseRequest()
        let before = try await shopper.buy(wish, key: "before")
        #expect(try await pause(true, on: server).status == 200)
        let refused = try await shopper.buy(wish, key: "k")
        #expect(refused.status == 409)
        #expect(try refused.code() == .paused)
        #expect(try await shopper.buy(wish, key: "before").confirmation().receipt == before.confirmation().receipt)
        #expect(try await pause(false, on: server).status == 200)
        #expect(try await shopper.buy(wish, key: "k").status == 200)
    }

    @Test func `readers of the stream and of the list of stores are told, at once and when they come`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        #expect(!(try await firstEvents(server).contains("event: paused")))
        _ = try await pause(true, on: server)
        #expect(try await firstEvents(server).contains("event: paused\ndata: {\"paused\":true}\n\n"))
        #expect(try await stores(server).first { $0.id == "main" }?.isPaused == true)
        _ = try await pause(false, on: server)
        #expect(try await firstEvents(server).contains("event: paused\ndata: {\"paused\":false}\n\n"))
        #expect(try await stores(server).first { $0.id == "main" }?.isPaused == false)
    }

    @Test func `pausing twice is one pause, and both are in the audit log`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let first = try WireJSON.decode(PauseConfirmation.self, try await pause(true, on: server).body)
        let second = try WireJSON.decode(PauseConfirmation.self, try await pause(true, on: server).body)
        #expect(!first.replayed && second.replayed && first.pause == second.pause && first.pause?.by == "anna")
        let list: PausesAnswer = try await server.getAsAdmin("/v1/admin/pauses")
        #expect(list.pauses == [first.pause].compactMap(\.self))
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.count { $0.what.contains("paused=true") && $0.reason == "wrong prices" } == 2)
    }

    @Test func `a store that isn't there, and a token without the scope, change nothing`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        #expect(try await pause(true, "none", on: server).code() == .notFound)
        #expect(try await pause(true, token: "reader", on: server).status == 403)
        let list: PausesAnswer = try await server.getAsAdmin("/v1/admin/pauses")
        #expect(list.pauses == [])
    }

    private func stores(_ server: VirtualServer) async throws -> [StoreDescription] {
        try WireJSON.decode([StoreDescription].self, try await server.client.send("/v1/stores").body)
    }

    private func firstEvents(_ server: VirtualServer) async throws -> String {
        var pieces = try await server.client.stream("/v1/stores/main/keys").makeAsyncIterator()
        return String(buffer: try #require(await pieces.next()))
    }
}
