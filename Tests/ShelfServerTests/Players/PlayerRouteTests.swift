import Crypto
import HTTPTypes
import JWTKit
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Players over the routes` {
    @Test func `a credential is the same player each time, another is another`() async throws {
        let server = try await started()
        let first = try await Shopper(server)
        let again = try await Shopper(server)
        let other = try await Shopper(server, credential: [UInt8](repeating: 7, count: 16))
        #expect(first.tokens.player == again.tokens.player)
        #expect(first.tokens.player != other.tokens.player)
        #expect(first.tokens.refreshToken != again.tokens.refreshToken)
        #expect(try await first.balance() == 70)
    }

    @Test(arguments: [
        "", "abc", "AAAAAAAAAAAAAAAAAAAA", "not base64url!!!!!!!!!!!!!!!!!", String(repeating: "A", count: 100),
    ])
    func `a credential that could be guessed, or is none, is refused`(credential: String) async throws {
        let server = try await started()
        let body = try WireJSON.encode(PlayerRequest(credential: credential))
        let answer = try await server.client.send("/v1/players", method: .post, body: body)
        #expect(answer.status == 400)
        #expect(try answer.problem().detail.contains("16 to 64 random bytes"))
    }

    @Test func `a token is good until it ends`() async throws {
        let server = try await started()
        let shopper = try await Shopper(server)
        server.time.now = server.time.now + .seconds(899)
        #expect(try await shopper.balance() == 70)
        server.time.now = server.time.now + .seconds(1)
        #expect(try await status(of: shopper.tokens.token, server) == 401)
    }

    @Test func `a refresh token is good once, and one that comes back ends the family`() async throws {
        let server = try await started()
        let shopper = try await Shopper(server)
        let first = try await refresh(shopper.tokens.refreshToken, server)
        let next = try WireJSON.decode(PlayerTokens.self, first.body)
        #expect(next.player == shopper.tokens.player)
        #expect(try await status(of: next.token, server) == 200)
        #expect(try await refresh(shopper.tokens.refreshToken, server).status == 401, "stolen, by one or the other")
        #expect(try await refresh(next.refreshToken, server).status == 401, "so nobody has it any more")
    }

    @Test func `who makes up a refresh token ends nobody's family`() async throws {
        let server = try await started()
        let (victim, thief) = (try await Shopper(server), try await Shopper(server, credential: .init(8...40)))
        let (good, own) = (victim.tokens.refreshToken, thief.tokens.refreshToken)
        let made = [
            String(good.prefix(11)) + own.dropFirst(11), String(good.dropLast()) + (good.hasSuffix("A") ? "E" : "A"),
            String(good.prefix(50)) + own.dropFirst(50),
        ]
        for text in made { #expect(try await refresh(text, server).status == 401, "\(text)") }
        #expect(try await refresh(good, server).status == 200)
        #expect(try await refresh(own, server).status == 200)
    }

    @Test func `a refresh token ends when it isn't used`() async throws {
        let server = try await started()
        let shopper = try await Shopper(server)
        server.time.now = server.time.now + .days(60)
        #expect(try await refresh(shopper.tokens.refreshToken, server).status == 401)
    }

    @Test(arguments: ["", "x", "AAAA", String(repeating: "A", count: 96), String(repeating: "A", count: 5000)])
    func `what is no refresh token is refused`(text: String) async throws {
        let server = try await started()
        #expect(try await refresh(text, server).status == 401)
    }

    @Test func `a token that is forged, foreign, unsigned or none is nobody's`() async throws {
        let server = try await started()
        let good = try await Shopper(server).tokens.token
        let parts = good.split(separator: ".").map(String.init)
        let token = PlayerToken(player: 1, at: server.time.now, life: .minutes(15))
        let foreign = await JWTKeyCollection().add(eddsa: EdDSA.PrivateKey(backing: Curve25519.Signing.PrivateKey()))
        let none = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
        let hmac = await JWTKeyCollection().add(hmac: "secret", digestAlgorithm: .sha256)
        let other = Base64URL.encode(Array(#"{"sub":"2","exp":9999999999,"iat":1,"aud":"shelflife-player"}"#.utf8))
        let tokens = [
            try await foreign.sign(token), try await hmac.sign(token), "\(none).\(parts[1]).",
            "\(none).\(parts[1]).\(parts[2])", "\(parts[0]).\(other).\(parts[2])", "\(parts[0]).\(parts[1]).",
            "\(parts[0]).\(parts[1])", good + "x", "", ".", "...", String(repeating: "x", count: 100_000),
        ]
        #expect(try await status(of: good, server) == 200)
        for bad in tokens {
            #expect(try await status(of: bad, server) == 401, "\(bad.prefix(80))")
        }
    }

    @Test func `tokens are good after a restart`() async throws {
        let server = try await started()
        let token = try await Shopper(server).tokens.token
        try await server.restart()
        #expect(try await status(of: token, server) == 200)
    }

    @Test func `who comes too often waits`() async throws {
        let server = try await started(limits: LimitSettings(address: 50, player: 5))
        let shopper = try await Shopper(server)
        var answers: [InProcessClient.Answer] = []
        for _ in 0..<25 {
            answers.append(
                try await server.client.send(
                    "/v1/player", headers: [.authorization: "Bearer \(shopper.tokens.token)"]))
        }
        #expect(answers.prefix(20).allSatisfy { $0.status == 200 })
        #expect(answers.suffix(5).allSatisfy { $0.status == 429 && $0.headers[.retryAfter] == "1" })
        server.time.now = server.time.now + .seconds(1)
        #expect(try await status(of: shopper.tokens.token, server) == 200)
    }

    @Test func `an address that makes up tokens waits, and those who are known there don't`() async throws {
        let server = try await started(limits: LimitSettings(address: 2, player: 100))
        let shopper = try await Shopper(server)
        #expect(try await status(of: shopper.tokens.token, server) == 200)
        var statuses: [Int] = []
        for number in 0..<10 { statuses.append(try await status(of: "made.up.\(number)", server)) }
        #expect(statuses.suffix(4).allSatisfy { $0 == 429 })
        #expect(statuses.first == 401)
        #expect(try await status(of: shopper.tokens.token, server) == 200)
    }

    @Test func `an address that goes on with a token that has ended waits`() async throws {
        let server = try await started(limits: LimitSettings(address: 2, player: 100))
        let shopper = try await Shopper(server)
        #expect(try await status(of: shopper.tokens.token, server) == 200)
        server.time.now = server.time.now + .minutes(15)
        var statuses: [Int] = []
        for _ in 0..<10 { statuses.append(try await status(of: shopper.tokens.token, server)) }
        #expect(statuses == [401, 401, 401, 401, 401, 401, 401, 401, 429, 429])
    }

    @Test func `many who come at once share a write, and each is let in as who they are`() async throws {
        let server = try await started()
        let client = server.client
        let bodies = try (0..<40).map { number in
            try WireJSON.encode(
                PlayerRequest(credential: Base64URL.encode([UInt8](repeating: UInt8(number % 20), count: 16))))
        }
        let tokens = try await withThrowingTaskGroup { group in
            for body in bodies {
                group.addTask {
                    let answer = try await client.send("/v1/players", method: .post, body: body)
                    return try WireJSON.decode(PlayerTokens.self, answer.body)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(tokens.map(\.player)).count == 20)
        #expect(Set(tokens.map(\.refreshToken)).count == 40)
        for token in tokens { #expect(try await refresh(token.refreshToken, server).status == 200) }
    }

    @Test func `an address that signs in too often waits`() async throws {
        let server = try await started(limits: LimitSettings(address: 2, player: 5))
        var statuses: [Int] = []
        for _ in 0..<10 { statuses.append(try await refresh("x", server).status) }
        #expect(statuses == [401, 401, 401, 401, 401, 401, 401, 401, 429, 429])
    }

    private func refresh(_ token: String, _ server: VirtualServer) async throws -> InProcessClient.Answer {
        let body = try WireJSON.encode(RefreshRequest(refreshToken: token))
        return try await server.client.send("/v1/players/refresh", method: .post, body: body)
    }

    private func status(of token: String, _ server: VirtualServer) async throws -> Int {
        try await server.client.send("/v1/player", headers: [.authorization: "Bearer \(token)"]).status
    }

    private func started(limits: LimitSettings = LimitSettings(address: 1000, player: 1000)) async throws
        -> VirtualServer
    {
        var configuration = Fixtures.configuration()
        configuration.settings.players.welcome = ["coins": 70]
        configuration.settings.limits = limits
        return try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }
}
