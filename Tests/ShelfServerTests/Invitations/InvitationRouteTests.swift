import HTTPTypes
import ShelfEngine
import ShelfModel
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Invitations over the routes` {
    @Test func `a friend is invited by code, joins, moves, and leaves`() async throws {
        let (server, ann, bob) = try await started()
        let match = try await ann.made(size: 2)
        #expect(match.place == 1 && match.places.map(\.state) == [.taken, .free])
        let sent: SentInvitation = try await ann.invite(bob.code(), to: match).value()
        #expect(sent.state == .sent)
        let received: InvitationsAnswer = try await bob.get("/v1/player/invitations")
        #expect(received.received.map(\.invitation) == [sent.invitation] && received.sent.isEmpty)
        #expect(received.received[0].state == .open && received.received[0].free == 1)
        #expect(try await bob.status("/v1/player/matches/\(match.match)") == 404, "nobody looks in from outside")

        let joined: MatchAnswer = try await bob.post("/v1/player/invitations/\(sent.invitation)/accept").value()
        #expect(joined.match == match.match && joined.place == 2)
        let path = "/v1/player/matches/\(match.match)"
        let move = MatchMoveRequest(version: 0, payload: "AAEC", state: .closed)
        let moved: MatchAnswer = try await bob.post("\(path)/moves", move).value()
        #expect(moved.version == 1 && moved.payload == "AAEC" && moved.state == .closed)
        #expect(try await ann.post("\(path)/moves", move).code() == .matchConflict)
        #expect(try await ann.get(path, as: MatchAnswer.self).payload == "AAEC")

        let left: MatchAnswer = try await ann.post("\(path)/leave").value()
        #expect(left.place == nil && left.places.map(\.state) == [.left, .taken])
        #expect(try await ann.post("\(path)/leave").value() == left, "the answer may have been lost")
        #expect(try await ann.get("/v1/player/matches", as: MatchesAnswer.self).matches.isEmpty)
        #expect(try await bob.get("/v1/player/matches", as: MatchesAnswer.self).matches.count == 1)
        server.time.now = server.time.now + .days(7)
        let again = try await Guest(server, credential: 2)
        #expect(try await again.get(path, as: MatchAnswer.self).state == .ended)
    }

    @Test func `the sender can't tell who exists, who has blocked whom, or what became of it`() async throws {
        let (server, ann, bob) = try await started()
        let match = try await ann.made(size: 3)
        let first: SentInvitation = try await ann.invite(bob.code(), to: match).value()
        let block: BlockRecord = try await bob.post(
            "/v1/player/blocks", BlockRequest(invitation: first.invitation)
        ).value()
        var answers: [InProcessClient.Answer] = []
        let unknown = FriendCode(bytes: [UInt8](repeating: 9, count: 10))!.text
        for (code, key) in [(try await bob.code(), "second"), (unknown, "third")] {
            let answer = try await ann.invite(code, to: match, key: key)
            let sent: SentInvitation = try answer.value()
            answers.append(answer)
            #expect(
                try await bob.post("/v1/player/invitations/\(sent.invitation)/accept").status == 404,
                "what is blocked can't be accepted")
        }
        func plain(_ answer: InProcessClient.Answer) throws -> [String] {
            let sent: SentInvitation = try answer.value()
            return [sent.match, sent.state.rawValue, String(sent.atMs), String(sent.expiresAtMs)]
        }
        #expect(try plain(answers[0]) == plain(answers[1]))
        #expect(answers[0].body.count == answers[1].body.count && answers[0].headers == answers[1].headers)
        #expect(try await bob.get("/v1/player/invitations", as: InvitationsAnswer.self).received.isEmpty)
        server.time.now = server.time.now + .hours(1)
        let later = try await Guest(server, credential: 1)
        let states = try await later.get("/v1/player/invitations", as: InvitationsAnswer.self).sent.map(\.state)
        #expect(Set(states) == [.expired, .superseded])
        let friend = try await Guest(server, credential: 2)
        #expect(try await friend.get("/v1/player/blocks", as: BlocksAnswer.self).blocks == [block])
        #expect(try await friend.delete("/v1/player/blocks/\(block.block)") == 200)
        #expect(try await friend.delete("/v1/player/blocks/\(block.block)") == 404)
    }

    @Test func `somebody else's invitation, an unknown one and what is none get the same answer`() async throws {
        let (server, ann, bob) = try await started()
        let match = try await ann.made(size: 2)
        let sent: SentInvitation = try await ann.invite(bob.code(), to: match).value()
        let eve = try await Guest(server, credential: 66)
        for what in ["accept", "decline", "cancel"] {
            var bodies: Set<[UInt8]> = []
            for id in [sent.invitation, Base64URL.encode([UInt8](repeating: 1, count: 16)), "1", "%2e%2e"] {
                let answer = try await eve.post("/v1/player/invitations/\(id)/\(what)")
                #expect(answer.status == 404)
                bodies.insert(answer.body)
            }
            #expect(bodies.count == 1)
        }
        #expect(try await eve.post("/v1/player/matches/\(match.match)/leave").status == 404)
        let move = MatchMoveRequest(version: 0, payload: "")
        #expect(try await eve.post("/v1/player/matches/\(match.match)/moves", move).status == 404)
        #expect(try await eve.invite(bob.code(), to: match).status == 404)
        #expect(try await eve.post("/v1/player/matches/\(match.match)/links", LinkRequest(), key: "l").status == 404)
    }

    @Test func `a link shows what it leads to, gives a place, and ends`() async throws {
        let (server, ann, bob) = try await started()
        let match = try await ann.made(size: 2)
        let path = "/v1/player/matches/\(match.match)/links"
        let link: LinkAnswer = try await ann.post(path, LinkRequest(), key: "one").value()
        #expect(try await ann.post(path, LinkRequest(), key: "one").value() == link)
        #expect(link.expiresAtMs - server.time.now.milliseconds == 3_600_000)
        let secret = LinkSecretRequest(secret: link.secret)
        func look() async throws -> InProcessClient.Answer {
            try await server.client.send("/v1/links", method: .post, body: WireJSON.encode(secret))
        }
        let shown: LinkLook = try await look().value()
        #expect(shown.free == 1 && shown.state == .open)
        #expect(try await bob.post("/v1/player/links", secret).value(as: MatchAnswer.self).place == 2)
        #expect(try await look().value(as: LinkLook.self).state == .full)
        let eve = try await Guest(server, credential: 66)
        #expect(try await eve.post("/v1/player/links", secret).code() == .matchFull)
        #expect(try await eve.delete("/v1/player/links/\(link.link)") == 404)
        #expect(try await ann.delete("/v1/player/links/\(link.link)") == 200)
        #expect(try await look().value(as: LinkLook.self).state == .inviterGone)
        #expect(try await ann.post(path, LinkRequest(), key: "one").value() == link, "and it doesn't come back")
        #expect(try await eve.post("/v1/player/links", secret).code() == .inviterGone)
    }

    @Test func `support sees who was invited, and ends it with a reason`() async throws {
        let (server, ann, bob) = try await started()
        let match = try await ann.made(size: 2)
        let sent: SentInvitation = try await ann.invite(bob.code(), to: match).value()
        let path = "/v1/admin/players/\(ann.shopper.tokens.player)/invitations"
        let seen: AdminInvitationsAnswer = try await server.getAsAdmin(path)
        #expect(seen.invitations.map(\.to) == [bob.shopper.tokens.player])
        let end = InvitationsEndRequest(reason: "spam")
        #expect(try await server.postAsAdmin("\(path)/end", end, key: nil, token: "reader").status == 403)
        let ended = try await server.postAsAdmin("\(path)/end", end, key: nil)
        #expect(try WireJSON.decode(InvitationsEndAnswer.self, ended.body).ended == 1)
        #expect(try await bob.post("/v1/player/invitations/\(sent.invitation)/accept").code() == .inviterGone)
        let log: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(log.uses.contains { $0.reason == "spam" })
    }

    @Test func `what is mistyped is told, and nothing is sent`() async throws {
        let (_, ann, bob) = try await started()
        let match = try await ann.made(size: 2)
        let code = try await bob.code()
        let mistyped = (code.first == "0" ? "1" : "0") + code.dropFirst()
        #expect(try await ann.invite(mistyped, to: match).problem().detail.contains("mistyped"))
        #expect(try await ann.invite(ann.code(), to: match).problem().detail.contains("own"))
        #expect(try await ann.post("/v1/player/matches", NewMatchRequest(size: 17), key: "x").status == 400)
        #expect(try await ann.post("/v1/player/matches", NewMatchRequest(size: 2)).code() == .keyMissing)
        let path = "/v1/player/matches/\(match.match)"
        let long = MatchMoveRequest(version: 0, payload: Base64URL.encode([UInt8](repeating: 0, count: 4097)))
        #expect(try await ann.post("\(path)/moves", long).status == 400)
        let renewed: FriendCodeAnswer = try await bob.post("/v1/player/friend-code").value()
        let now = try await bob.code()
        #expect(renewed.code != code && now == renewed.code)
        #expect(try await ann.get("/v1/player/invitations", as: InvitationsAnswer.self).sent.isEmpty)
    }

    @Test func `a server without invitations has none of the routes, and its database is asked for nothing`()
        async throws
    {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let guest = Guest(shopper)
        for path in ["/v1/player/matches", "/v1/player/invitations", "/v1/player/friend-code", "/v1/player/blocks"] {
            #expect(try await guest.status(path) == 404)
        }
        #expect(server.engine.invitations == nil)
    }

    private func started() async throws -> (VirtualServer, Guest, Guest) {
        let (server, _) = try await VirtualServer.withAdmins(invitations: true)
        return (server, try await Guest(server, credential: 1), try await Guest(server, credential: 2))
    }
}

/// A player who meets others.
private struct Guest {
    let shopper: Shopper

    init(_ shopper: Shopper) { self.shopper = shopper }

    init(_ server: VirtualServer, credential: UInt8) async throws {
        shopper = try await Shopper(server, credential: [UInt8](repeating: credential, count: 32))
    }

    func get<Value: Decodable>(_ path: String, as _: Value.Type = Value.self) async throws -> Value {
        try await shopper.get(path)
    }

    func code() async throws -> String { try await get("/v1/player/friend-code", as: FriendCodeAnswer.self).code }

    func made(size: Int) async throws -> MatchAnswer {
        try await post("/v1/player/matches", NewMatchRequest(size: size), key: "match").value()
    }

    func invite(_ code: String, to match: MatchAnswer, key: String = "first") async throws -> InProcessClient.Answer {
        try await post(
            "/v1/player/matches/\(match.match)/invitations", InvitationRequest(code: code), key: key)
    }

    func post(_ path: String) async throws -> InProcessClient.Answer { try await send(path, .post, []) }

    func post(
        _ path: String, _ body: some Encodable, key: String? = nil
    ) async throws -> InProcessClient.Answer {
        try await send(path, .post, WireJSON.encode(body), key: key)
    }

    func status(_ path: String) async throws -> Int { try await send(path, .get, []).status }

    func delete(_ path: String) async throws -> Int { try await send(path, .delete, []).status }

    private func send(
        _ path: String, _ method: HTTPRequest.Method, _ body: [UInt8], key: String? = nil
    ) async throws -> InProcessClient.Answer {
        var headers: HTTPFields = [.authorization: "Bearer \(shopper.tokens.token)"]
        headers[HTTPField.Name("Idempotency-Key")!] = key
        return try await shopper.server.client.send(path, method: method, headers: headers, body: body)
    }
}

extension InProcessClient.Answer {
    fileprivate func value<Value: Decodable>(as _: Value.Type = Value.self) throws -> Value {
        try WireJSON.decode(Value.self, body)
    }
}
