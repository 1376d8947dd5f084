import HTTPTypes
import ShelfConfiguration
import ShelfModel
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `New players from one address` {
    @Test func `new players have an hourly limit, and players known before are let in all the same`() async throws {
        let server = try await started()
        #expect(try await [signIn(1, server), signIn(2, server)].map(\.status) == [200, 200])
        let third = try await signIn(3, server)
        #expect((third.status, third.headers[.retryAfter]) == (429, "1800"))
        #expect(
            try third.problem().detail
                == "Too many new players came from this address; ask again in 1800 s. Known players come in.")
        for _ in 0..<9 { #expect(try await signIn(1, server).status == 200) }
        #expect(try await signIn(4, server, from: "192.0.2.8").status == 200)
        server.time.now = server.time.now + .seconds(1799)
        #expect(try await signIn(3, server).status == 429)
        server.time.now = server.time.now + .seconds(1)
        #expect(try await signIn(3, server).status == 200)
    }

    @Test func `all addresses of one network of version 6 are one`() async throws {
        let server = try await started()
        let addresses = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2::3", "2001:db8:1:3::1"]
        var statuses: [Int] = []
        for (number, address) in addresses.enumerated() {
            statuses.append(try await signIn(UInt8(number), server, from: address).status)
        }
        #expect(statuses == [200, 200, 429, 200])
    }

    @Test(arguments: [
        ["192.0.2.7:5678", "192.0.2.7:5679"], ["[2001:db8::1]:80", "2001:db8::1"],
        ["[2001:db8::1]", "[2001:db8::2]:9"],
    ])
    func `a port that the proxy names makes no other address`(addresses: [String]) async throws {
        let server = try await started()
        var statuses: [Int] = []
        for (number, address) in (addresses + addresses).enumerated() {
            statuses.append(try await signIn(UInt8(number), server, from: address).status)
        }
        #expect(statuses == [200, 200, 429, 429])
    }

    @Test func `a player who was not made isn't counted`() async throws {
        let server = try await started()
        server.faults.writing = true
        for _ in 0..<5 { #expect(try await signIn(1, server).status == 503) }
        server.faults.writing = false
        #expect(try await [signIn(1, server), signIn(2, server)].map(\.status) == [200, 200])
    }

    private func signIn(
        _ number: UInt8, _ server: VirtualServer, from address: String = "192.0.2.7"
    ) async throws -> InProcessClient.Answer {
        let credential = Base64URL.encode([UInt8](repeating: number, count: 16))
        return try await server.client.send(
            "/v1/players", method: .post, headers: [HTTPField.Name("X-Forwarded-For")!: address],
            body: WireJSON.encode(PlayerRequest(credential: credential)))
    }

    private func started() async throws -> VirtualServer {
        var configuration = Fixtures.configuration()
        configuration.settings.server.isBehindProxy = true
        configuration.settings.limits = LimitSettings(address: 1000, newPlayersPerAddress: 2)
        let faults = DatabaseFaults()
        return try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(faults: faults.hook),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)), faults: faults)
    }
}
