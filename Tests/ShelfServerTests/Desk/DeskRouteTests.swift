import HTTPTypes
import ShelfConfiguration
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `The desk over the routes` {
    private static let secure = DeskSettings(origin: WebOrigin("https://desk.example.com"))

    @Test func `a token signs in, and the answer says what it allows`() async throws {
        let (server, visitor) = try await started()
        let answer = try await visitor.signIn(DeskSignIn(token: "reader"))
        let session = try WireJSON.decode(DeskSessionAnswer.self, answer.body)
        #expect((session.admin, session.scopes) == ("ralph", ["players:read"]))
        #expect(session.stores == [.init(id: "main", title: "Main"), .init(id: "bazaar", title: "Bazaar")])
        #expect(session.endsMs == (server.time.now + .hours(12)).milliseconds)
        let again = try await visitor.send("/desk/session")
        #expect(try WireJSON.decode(DeskSessionAnswer.self, again.body) == session)
        #expect(try await visitor.send("/v1/admin/players").status == 200)
        #expect(try await visitor.send("/v1/admin/audit").code() == .forbidden)
    }

    @Test func `over https the cookie has every protection that there is`() async throws {
        let (_, visitor) = try await started()
        let fields = try #require(try await visitor.signIn().headers[.setCookie]).split(separator: "; ")
        #expect(fields.dropFirst() == ["Path=/", "HttpOnly", "SameSite=Strict", "Secure"])
        #expect(fields[0].hasPrefix("__Host-shelflife-desk=") && fields[0].utf8.count == 22 + 43)
    }

    @Test func `over plain http on loopback the cookie has no prefix, which browsers would refuse there`() async throws
    {
        let (_, visitor) = try await started(DeskSettings(), at: "http://127.0.0.1:8081")
        let fields = try #require(try await visitor.signIn().headers[.setCookie]).split(separator: "; ")
        #expect(fields.dropFirst() == ["Path=/", "HttpOnly", "SameSite=Strict"])
        #expect(fields[0].hasPrefix("shelflife-desk="))
        #expect(try await visitor.send("/v1/admin/audit").status == 200)
    }

    @Test func `signing out ends the session on the server`() async throws {
        let (_, visitor) = try await started()
        try await visitor.signIn()
        let answer = try await visitor.send("/desk/sign-out", method: .post)
        #expect(answer.status == 200)
        #expect(answer.headers[.setCookie]?.contains("shelflife-desk=;") == true)
        #expect(answer.headers[.setCookie]?.contains("Max-Age=0") == true)
        #expect(try await visitor.send("/desk/session").code() == .unauthorized)
        #expect(try await visitor.send("/v1/admin/audit").code() == .unauthorized)
        #expect(try await visitor.send("/desk/sign-out", method: .post).code() == .unauthorized)
    }

    @Test func `signing in again ends the session before`() async throws {
        let (_, visitor) = try await started()
        try await visitor.signIn()
        let before = visitor.cookie
        try await visitor.signIn()
        #expect(visitor.cookie != before)
        visitor.cookie = before
        #expect(try await visitor.send("/desk/session").code() == .unauthorized)
    }

    @Test func `an unused session ends after half an hour`() async throws {
        let (server, visitor) = try await started()
        try await visitor.signIn()
        server.time.now = server.time.now + .minutes(30)
        #expect(try await visitor.send("/v1/admin/audit").status == 200)
        server.time.now = server.time.now + .minutes(30) + .milliseconds(1)
        #expect(try await visitor.send("/v1/admin/audit").code() == .unauthorized)
    }

    @Test func `a restart of the server ends every session`() async throws {
        let (server, visitor) = try await started()
        try await visitor.signIn()
        try await server.restart()
        let after = try DeskVisitor(server)
        after.cookie = visitor.cookie
        #expect(try await after.send("/desk/session").code() == .unauthorized)
    }

    @Test func `what signs nobody in is refused`() async throws {
        let (_, visitor) = try await started()
        #expect(try await visitor.signIn(DeskSignIn(token: "wrong")).code() == .unauthorized)
        #expect(try await visitor.signIn(DeskSignIn(code: "wrong")).code() == .unauthorized)
        #expect(try await visitor.signIn(DeskSignIn(token: "boss", code: "x")).code() == .badRequest)
        #expect(try await visitor.signIn(DeskSignIn()).code() == .badRequest)
        #expect(try await visitor.send("/desk/sign-in?token=boss", method: .post).code() == .badRequest)
        #expect(visitor.cookie == nil)
    }

    @Test func `thirty failed sign-ins an hour are refused one by one, and further ones together`() async throws {
        let (server, visitor) = try await started()
        for _ in 0..<40 { #expect(try await visitor.signIn().status == 200) }
        for _ in 0..<30 { #expect(try await visitor.signIn(DeskSignIn(token: "wrong")).code() == .unauthorized) }
        #expect(try await visitor.signIn(DeskSignIn(token: "wrong")).code() == .rateLimited)
        #expect(try await visitor.signIn().code() == .rateLimited)
        #expect(try await visitor.send("/v1/admin/audit").status == 200)
        server.time.now = server.time.now + .minutes(2)
        #expect(try await visitor.signIn().status == 200)
    }

    @Test func `a link goes on working when its sign-in can't be written into the audit log`() async throws {
        let (server, visitor) = try await started()
        let link = try #require(server.server.desk?.signInLink(for: server.configuration.settings.admins[1]))
        let code = String(link.split(separator: "=")[1])
        server.faults.auditing = true
        #expect(try await visitor.signIn(DeskSignIn(code: code)).code() == .unavailable)
        #expect(visitor.cookie == nil)
        server.faults.auditing = false
        #expect(try await visitor.signIn(DeskSignIn(code: code)).status == 200)
        #expect(try await visitor.signIn(DeskSignIn(code: code)).code() == .unauthorized)
    }

    @Test func `a link signs in once, and its code is in the fragment`() async throws {
        let (server, visitor) = try await started()
        let admin = server.configuration.settings.admins[1]
        let link = try #require(server.server.desk?.signInLink(for: admin))
        #expect(link.hasPrefix("https://desk.example.com/desk#code="))
        let code = String(link.split(separator: "=")[1])
        #expect(try await visitor.send("/desk/sign-in?code=\(code)", method: .post).code() == .badRequest)
        let answer = try await visitor.signIn(DeskSignIn(code: code))
        #expect(try WireJSON.decode(DeskSessionAnswer.self, answer.body).admin == "ralph")
        #expect(try await visitor.signIn(DeskSignIn(code: code)).code() == .unauthorized)
    }

    @Test func `the audit log has every sign-in, look and sign-out, and who it was`() async throws {
        let (server, visitor) = try await started()
        try await visitor.signIn(DeskSignIn(token: "reader"))
        _ = try await visitor.send("/v1/admin/players")
        _ = try await visitor.send("/v1/admin/audit")
        _ = try await visitor.send("/desk/sign-out", method: .post)
        let log: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(log.uses.map(\.by) == ["ralph", "ralph", "ralph", "ralph"])
        #expect(
            log.uses.map { "\($0.what) \($0.status)" } == [
                "POST /desk/sign-out 200", "GET /v1/admin/audit 403", "GET /v1/admin/players 200",
                "POST /desk/sign-in 200",
            ])
    }

    @Test func `a write takes the session's CSRF token, and no other's`() async throws {
        let (server, visitor) = try await started()
        try await visitor.signIn()
        let own = try #require(visitor.csrfToken)
        let other = try DeskVisitor(server)
        try await other.signIn()
        let player = try await Shopper(server).tokens.player
        let grant = PostingRequest(currency: "coins", amount: 5, kind: .grant, reason: "a gift")
        for (token, status) in [(nil, 403), (other.csrfToken, 403), (own + "A", 403), ("", 403), (own, 200)] {
            visitor.csrfToken = token
            let answer = try await visitor.send(
                "/v1/admin/players/\(player)/postings", method: .post, body: WireJSON.encode(grant),
                but: [HTTPField.Name("Idempotency-Key")!: "k"])
            #expect(answer.status == status, "\(token ?? "none")")
        }
        visitor.csrfToken = nil
        #expect(try await visitor.send("/desk/sign-out", method: .post).code() == .forbidden)
        #expect(try await visitor.send("/v1/admin/audit").status == 200)
    }

    @Test(
        arguments: [
            [.origin: ""], [.origin: "null"], [.origin: "https://store.example.com"],
            [.origin: "https://desk.example.com:444"], [.origin: "http://desk.example.com"],
            [.secFetchSite: "same-site"], [.secFetchSite: "cross-site"], [.secFetchSite: "none"],
        ] as [HTTPFields])
    func `a write from a page of another origin is refused`(fields: HTTPFields) async throws {
        let (server, visitor) = try await started()
        try await visitor.signIn()
        #expect(try await visitor.send("/desk/sign-out", method: .post, but: fields).code() == .forbidden)
        let signIn = try WireJSON.encode(DeskSignIn(token: "boss"))
        let answer = try await visitor.send("/desk/sign-in", method: .post, body: signIn, but: fields)
        #expect(try answer.code() == .forbidden && answer.headers[.setCookie] == nil)
        #expect(try await visitor.send("/desk/session").status == 200)
        let log: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(log.uses.map(\.what) == ["POST /desk/sign-in"])
    }

    @Test(
        arguments: [
            [.origin: "https://store.example.com"], [.origin: "null"], [.secFetchSite: "same-site"],
            [.secFetchSite: "cross-site"],
            [.secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "document"],
        ] as [HTTPFields])
    func `nothing is read from a page of another origin, and no page may ever read it`(fields: HTTPFields) async throws
    {
        let (_, visitor) = try await started()
        try await visitor.signIn()
        for path in ["/desk/session", "/v1/admin/audit", "/v1/admin/players"] {
            let answer = try await visitor.send(path, but: fields)
            #expect(try answer.code() == .forbidden)
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
        }
        let preflight = try await visitor.send("/v1/admin/audit", method: .options, but: fields)
        #expect(preflight.status >= 400 && preflight.headers[.accessControlAllowOrigin] == nil)
    }

    @Test func `a link from elsewhere opens the page, and only the page`() async throws {
        let (_, visitor) = try await started()
        let visit: HTTPFields = [.secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "document"]
        #expect(try await visitor.send("/desk", but: visit).status == 200)
        var framed = visit
        framed[.secFetchDest] = "iframe"
        #expect(try await visitor.send("/desk", but: framed).status == 403)
        #expect(try await visitor.send("/desk/desk.js", but: visit).status == 403)
    }

    @Test(arguments: ["localhost", "127.0.0.1:8081", "desk.example.com:8081", "desk.example.com.", "evil.example"])
    func `a request for another host is refused, whatever it asks for`(host: String) async throws {
        let (server, visitor) = try await started()
        try await visitor.signIn()
        let client = InProcessClient(try #require(server.server.desk).responder, authority: host)
        for path in ["/desk", "/desk/desk.js", "/desk/session", "/v1/admin/audit", "/"] {
            let answer = try await client.send(path, headers: [.cookie: try #require(visitor.cookie)])
            #expect(answer.status == 421)
        }
    }

    @Test func `the desk's origin has nothing of the players', and takes no token in place of a session`() async throws
    {
        let (_, visitor) = try await started()
        for path in [
            "/v1/stores", "/v1/time", "/v1/player", "/storefront.js", "/storefront.css", "/shelflife.js.map",
            "/shelflife-0.1.0.tgz", "/metrics", "/v1/openapi.json",
        ] {
            #expect(try await visitor.send(path).status == 404, "\(path)")
        }
        let host = try await visitor.send("/")
        #expect(host.status == 302 && host.headers[.location] == "/desk")
        let answer = try await visitor.send("/v1/admin/audit", but: [.authorization: "Bearer boss"])
        #expect(try answer.code() == .unauthorized)
    }

    @Test func `the players' origin has nothing of the desk, and takes no session`() async throws {
        let (server, visitor) = try await started()
        try await visitor.signIn()
        for path in [
            "/desk", "/desk/session", "/desk/desk.js", "/desk/desk.css", "/desk/desk.js.map", "/desk/desk.css.map",
            "/desk/frame/session.js",
        ] {
            #expect(try await server.client.send(path).status == 404, "\(path)")
        }
        #expect(try await server.client.send("/desk/sign-in", method: .post).status == 404)
        let answer = try await server.client.send("/v1/admin/audit", headers: [.cookie: try #require(visitor.cookie)])
        #expect(try answer.code() == .unauthorized)
    }

    @Test func `without a token to sign in with there is no desk`() async throws {
        var configuration = Fixtures.configuration()
        configuration.settings.desk = Self.secure
        let server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
        #expect(server.server.desk == nil)
    }

    @Test(arguments: ["/desk", "/desk/desk.js", "/desk/session", "/v1/admin/audit", "/nowhere"])
    func `every answer forbids what the desk doesn't need`(path: String) async throws {
        let (_, visitor) = try await started()
        let headers = try await visitor.send(path).headers
        #expect(
            headers[.contentSecurityPolicy] == """
                default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                frame-ancestors 'none'; base-uri 'none'; form-action 'self'
                """)
        #expect(headers[.xContentTypeOptions] == "nosniff")
        #expect(headers[HTTPField.Name("Referrer-Policy")!] == "no-referrer")
        #expect(headers[HTTPField.Name("Cross-Origin-Opener-Policy")!] == "same-origin")
        #expect(headers[.crossOriginResourcePolicy] == "same-origin")
        #expect(headers[.cacheControl] == (path == "/desk/desk.js" ? "no-cache" : "no-store"))
        #expect(headers[.accessControlAllowOrigin] == nil)
    }

    private func started(
        _ desk: DeskSettings = secure, at origin: String = "https://desk.example.com"
    ) async throws -> (VirtualServer, DeskVisitor) {
        let (server, _) = try await VirtualServer.withAdmins(desk: desk)
        return (server, try DeskVisitor(server, at: origin))
    }
}
