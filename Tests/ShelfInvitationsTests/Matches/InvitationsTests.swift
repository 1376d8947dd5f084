import Foundation
import ShelfClient
import ShelfHTTP
import ShelfInvitations
import Testing

/// What a player asks of matches, of a server that breaks down, without waiting for real.
@Suite(.timeLimit(.minutes(5))) struct `A request about matches` {
    private let time = FakeTime()
    private let key = "Idempotency-Key"

    private func connected(_ answers: FakeServer.Answer...) -> (Invitations, FakeServer) {
        let server = FakeServer(time: time, answers)
        return (Invitations(client: server, archive: .memory(), clock: time.local), server)
    }

    @Test func `has one key for all its sendings, and the next one has another`() async throws {
        let (invitations, server) = connected(.lost, .json("Bad gateway", status: 502), .lost, .match(), .match())
        #expect(try await invitations.newMatch(size: 2).id == "m")
        #expect(time.waits.count == 3)
        _ = try await invitations.newMatch(size: 2)
        let keys = server.headers(key).compactMap(\.self)
        #expect(keys.count == 5 && Set(keys.prefix(4)).count == 1 && Set(keys).count == 2)
        #expect(Set(server.calls.map(\.body)) == [Array(#"{"size":2}"#.utf8)])
    }

    @Test(arguments: [
        ("match_full", InvitationError.matchFull), ("match_closed", .matchClosed), ("inviter_gone", .inviterGone),
        ("invitation_superseded", .invitationSuperseded), ("invitation_expired", .invitationExpired),
        ("not_found", .notFound), ("a_newer_code", .failed(.status(409))),
    ])
    func `isn't sent again once it was refused`(code: String, error: InvitationError) async {
        let (invitations, server) = connected(.refusal(code))
        await #expect(throws: error) { try await invitations.accept("i") }
        #expect(server.calls.count == 1 && time.waits.isEmpty)
    }

    @Test func `leaves a busy server alone for as long as it says, and doesn't wait where there are too many`() async {
        let (invitations, server) = connected(
            .refusal("rate_limited", status: 429, retryAfter: 7), .refusal("too_many", retryAfter: 60))
        await #expect(throws: InvitationError.tooMany(retryAfter: 60)) {
            try await invitations.invite(.code("7ZK4-09QX-M2HD-V8CE-R"), to: "m")
        }
        #expect(server.calls.count == 2)
        #expect(time.waits.count == 1 && time.waits.allSatisfy { $0 > 7_000_000 })
    }

    @Test func `gets a fresh token for a refused one at once, and keeps its key`() async throws {
        let (invitations, server) = connected(.refusal("unauthorized", status: 401), .match())
        _ = try await invitations.newMatch(size: 2)
        #expect(server.headers("Authorization") == ["Bearer t1", "Bearer t2"])
        #expect(Set(server.headers(key)).count == 1 && time.waits.isEmpty)
    }

    @Test func `can be asked by the game itself, as the player whose number it tells`() async throws {
        let (invitations, server) = connected(.json(#"{"player":"7","balances":{}}"#))
        #expect(try await invitations.player.id == "7")
        #expect(try await invitations.player.id == "7" && server.calls.map(\.path) == ["/v1/player"])
        #expect(try await invitations.player.ask { $0 } == "t1")
    }

    @Test func `finds its own move where the answer was lost`() async throws {
        let (invitations, server) = connected(
            .lost, .refusal("match_conflict"), .match(version: 4, payload: "AQID", state: "ended"))
        let match = try await invitations.move("m", version: 3, payload: Data([1, 2, 3]), state: .ended)
        #expect(match.version == 4 && match.payload == Data([1, 2, 3]) && match.state == .ended)
        #expect(server.calls.map(\.method) == [.post, .post, .get])
        #expect(server.calls[0].body == Array(#"{"payload":"AQID","state":"ended","version":3}"#.utf8))
    }

    @Test func `never takes another player's move for its own`() async {
        let (first, server) = connected(.refusal("match_conflict"))
        await #expect(throws: InvitationError.matchConflict) {
            try await first.move("m", version: 3, payload: Data([1, 2, 3]))
        }
        #expect(server.calls.count == 1)
        let (second, _) = connected(.lost, .refusal("match_conflict"), .match(version: 4, payload: "AQIE"))
        await #expect(throws: InvitationError.matchConflict) {
            try await second.move("m", version: 3, payload: Data([1, 2, 3]))
        }
    }

    @Test func `reads states that only a newer server knows`() async throws {
        let invitation = #"{"invitation":"i","match":"m","state":"forwarded","atMs":1,"expiresAtMs":2,"by":"new"}"#
        let (invitations, _) = connected(
            .json(#"{"matches":[\#(FakeServer.match(state: "paused", place: "kept")),\#(FakeServer.match())]}"#),
            .json(#"{"received":[\#(invitation)],"sent":[\#(invitation)]}"#))
        let matches = try await invitations.matches()
        #expect(matches.map(\.state) == [.init(rawValue: "paused"), .open])
        #expect(matches.map(\.places[1].state) == [.init(rawValue: "kept"), .free])
        let inbox = try await invitations.inbox()
        #expect(inbox.received.map(\.state.rawValue) == ["forwarded"] && inbox.received[0].size == nil)
        #expect(inbox.sent.map(\.state.rawValue) == ["forwarded"])
    }

    @Test func `ends what is no longer wanted by its id, with the player's token`() async throws {
        let (invitations, server) = connected(.lost, .json("{}"), .json("{}"))
        try await invitations.unblock("b")
        try await invitations.endLink("l")
        #expect(server.calls.map(\.method) == [.delete, .delete, .delete])
        #expect(server.calls.map(\.path) == ["/v1/player/blocks/b", "/v1/player/blocks/b", "/v1/player/links/l"])
        #expect(Set(server.headers("Authorization")) == ["Bearer t1"])
    }

    @Test func `looks where a link leads without a player`() async throws {
        let (invitations, server) = connected(.json(#"{"size":4,"free":1,"state":"open","expiresAtMs":9}"#))
        #expect(try await invitations.look("secret").free == 1)
        #expect(server.headers("Authorization") == [nil])
    }

    @Test(arguments: ["", "../wallet", "a b", String(repeating: "a", count: 65)])
    func `with an id that can't be one isn't sent`(id: String) async {
        let (invitations, server) = connected()
        await #expect(throws: InvitationError.notFound) { try await invitations.match(id) }
        #expect(server.calls.isEmpty)
    }

    @Test func `ends with its task, also while it waits`() async {
        let (asking, server) = connected(.lost, .lostAndCancelled)
        await #expect(throws: InvitationError.cancelled) { try await Task { try await asking.matches() }.value }
        #expect(server.calls.count == 2)
        time.standStill()
        let (waiting, _) = connected(.lost)
        let task = Task { try await waiting.matches() }
        await time.waitIsUnderWay()
        task.cancel()
        await #expect(throws: InvitationError.cancelled) { try await task.value }
    }

    @Test func `is sent at once when it is hurried`() async throws {
        time.standStill()
        let (invitations, _) = connected(.lost, .json(#"{"code":"7ZK4-09QX-M2HD-V8CE-R"}"#))
        let task = Task { try await invitations.friendCode() }
        await time.waitIsUnderWay()
        await invitations.hurry()
        #expect(try await task.value == "7ZK4-09QX-M2HD-V8CE-R")
    }
}
