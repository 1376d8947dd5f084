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

struct RouteTests {
    private func started() async throws -> VirtualServer {
        try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }

    @Test func `the time exchange carries the server's stamps and may not be kept`() async throws {
        let server = try await started()
        let answer = try await server.client.send("/v1/time")
        let time = try WireJSON.decode(TimeAnswer.self, answer.body)
        #expect(time.receivedUs == server.time.nowUs && time.sentUs == server.time.nowUs)
        #expect(time.timeline == "manual" && time.uncertaintyUs == 0)
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect(answer.headers[.contentLength] == nil || answer.headers[.contentLength] == "\(answer.body.count)")
    }

    @Test func `the list of stores says what a page needs, in the order of the configuration`() async throws {
        let server = try await started()
        let answer = try await server.client.send("/v1/stores")
        let stores = try WireJSON.decode([StoreDescription].self, answer.body)
        #expect(stores.map(\.id) == ["main", "bazaar"])
        #expect(stores.map(\.leadMs) == [300, 600_000])
        #expect(stores.map(\.positions) == [4, 6])
        #expect(Set(stores.map(\.publicKey)).count == 2)
    }

    @Test func `the newest window may be kept until the next is due`() async throws {
        let server = try await started()
        let answer = try await server.client.send("/v1/stores/main/window")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/vnd.shelflife.window")
        #expect(answer.headers[.cacheControl] == "public, max-age=40")
        let tag = try #require(answer.headers[.eTag])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
        let again = try await server.client.send("/v1/stores/main/window", headers: [.ifNoneMatch: tag])
        #expect(again.status == 304 && again.body.isEmpty && again.headers[.eTag] == tag)
        let several = try await server.client.send("/v1/stores/main/window", headers: [.ifNoneMatch: "\"x\", \(tag)"])
        #expect(several.status == 304)
        let other = try await server.client.send("/v1/stores/main/window", headers: [.ifNoneMatch: "\"x\""])
        #expect(other.status == 200)
    }

    @Test
    func `whenever a cache asks for the newest window, it may keep it until the next is there, for a second at least`()
        async throws
    {
        let server = try await started()
        for (milliseconds, kept) in [(59_000, 1), (59_001, 1), (59_999, 1), (60_000, 60), (60_001, 60), (61_000, 59)] {
            await server.advance(to: Fixtures.start + .milliseconds(Int64(milliseconds)))
            let answer = try await server.client.send("/v1/stores/main/window")
            #expect(answer.headers[.cacheControl] == "public, max-age=\(kept)", "\(milliseconds)")
        }
        server.time.now = Fixtures.start + .seconds(130)
        let late = try await server.client.send("/v1/stores/main/window")
        #expect(late.headers[.cacheControl] == "public, max-age=1")
    }

    @Test func `an issued window is there under its number for good, a coming one is not there yet`() async throws {
        let server = try await started()
        let first = WindowHeader.sequence(at: Fixtures.start)
        let newest = try await server.client.send("/v1/stores/main/window").body
        let coming = try await server.client.send("/v1/stores/main/windows/\(first + 1)")
        #expect(coming.status == 404 && coming.headers[.cacheControl] == "no-store")
        await server.advance(to: Fixtures.start + .minutes(5))
        let numbered = try await server.client.send("/v1/stores/main/windows/\(first)")
        #expect(numbered.body == newest)
        #expect(numbered.headers[.cacheControl] == "public, max-age=3600, immutable")
    }

    @Test func `a window older than two hours, or with a number below zero, isn't looked for`() async throws {
        let faults = DatabaseFaults()
        let server = try await VirtualServer(
            configuration: Fixtures.configuration(), database: SQLiteDatabase.inMemory(faults: faults.hook),
            time: ManualTimeline(at: Fixtures.start))
        let newest = WindowHeader.sequence(at: Fixtures.start)
        faults.reading = true
        for (sequence, status) in [(newest - 120, 503), (newest - 121, 404), (0, 404), (-5, 404), (.min, 404)] {
            let answer = try await server.client.send("/v1/stores/main/windows/\(sequence)")
            #expect(answer.status == status, "\(sequence)")
        }
        faults.reading = false
        let missing = try await server.client.send("/v1/stores/main/windows/\(newest - 120)")
        #expect(missing.status == 404)
    }

    @Test func `HEAD answers like GET without a body`() async throws {
        let server = try await started()
        for path in ["/v1/time", "/v1/stores", "/v1/stores/main/window", "/"] {
            let get = try await server.client.send(path)
            let head = try await server.client.send(path, method: .head)
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.headers[.contentType] == get.headers[.contentType])
            #expect(head.headers[.eTag] == get.headers[.eTag])
        }
    }

    @Test func `pages of any origin may read the public routes`() async throws {
        let server = try await started()
        for path in ["/v1/time", "/v1/stores", "/v1/stores/main/window", "/shelflife.js", "/v1/stores/none/window"] {
            let answer = try await server.client.send(path, headers: [.origin: "https://game.example"])
            #expect(answer.headers[.accessControlAllowOrigin] == "*")
            #expect(answer.headers[HTTPField.Name("Timing-Allow-Origin")!] == "*")
            #expect(answer.headers[.accessControlExposeHeaders] == "ETag, Content-Range")
        }
        let preflight = try await server.client.send(
            "/v1/stores/main/window", method: .options,
            headers: [.origin: "https://game.example", .accessControlRequestMethod: "GET"])
        #expect(preflight.status == 204)
        let allowed = preflight.headers[.accessControlAllowHeaders]?.split(separator: ", ") ?? []
        #expect(allowed.contains("If-None-Match") && allowed.contains("Authorization") && allowed.contains("*"))
    }

    @Test func `the operator's routes answer the configured origins only`() async throws {
        var configuration = Fixtures.configuration()
        configuration.settings.server.origins = ["https://console.example"]
        let server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start))
        for (origin, allowed) in [("https://console.example", true), ("https://game.example", false)] {
            for method in [HTTPRequest.Method.get, .options] {
                let answer = try await server.client.send("/metrics", method: method, headers: [.origin: origin])
                #expect((answer.headers[.accessControlAllowOrigin] == origin) == allowed)
                #expect(answer.headers[.accessControlAllowOrigin] != "*")
                #expect(answer.headers[.vary] == "Origin")
            }
        }
    }

    @Test(arguments: ["//v1/player", "/v1//admin/audit", "/v1/admin//players/1/", "//metrics", "/readyz/"])
    func `a path that the router reads as a closed one is closed, however many slashes it has`(path: String)
        async throws
    {
        let server = try await started()
        for method in [HTTPRequest.Method.get, .options] {
            let answer = try await server.client.send(path, method: method, headers: [.origin: "https://game.example"])
            #expect(answer.status != 404)
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
        }
    }

    @Test(arguments: [
        HTTPRequest.Method.post, .put, .delete, .patch, .trace, .init("BREW")!,
    ])
    func `other methods are refused with the ones that are allowed`(method: HTTPRequest.Method) async throws {
        let server = try await started()
        let answer = try await server.client.send("/v1/stores/main/window", method: method, body: [1, 2, 3])
        #expect(answer.status == 405)
        #expect(answer.headers[.allow] == "GET, HEAD, OPTIONS")
        #expect(try problem(answer).code == .methodNotAllowed)
    }

    @Test(arguments: [
        "/v1/stores/none/window", "/v1/stores/main/windows/99999999999", "/v1/stores/main/windows/-1",
        "/v1/stores/main/windows/007", "/v1/stores/main/windows/abc", "/v1/stores/none/keys", "/v2/time", "/v1",
        "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/v1/stores/..%2f..%2f/window", "/shelflife/../../x",
        "/icons/%00.svg", "/v1/stores/main/keys/x/1", "/\(String(repeating: "a", count: 20_000))",
        "/v1/stores/\(String(repeating: "%F0%9F%92%8E", count: 50))/window", "//v1//time",
        "/v1/stores/main/window/",
    ])
    func `what isn't there is a problem document in the same words, whatever was asked`(path: String) async throws {
        let server = try await started()
        let answer = try await server.client.send(path)
        guard answer.status != 200 else {
            #expect(["//v1//time", "/v1/stores/main/window/"].contains(path))
            return
        }
        #expect(answer.status == 404 || answer.status == 400)
        #expect(answer.headers[.contentType] == "application/problem+json")
        #expect(answer.headers[.cacheControl] == "no-store")
        if answer.status == 404 {
            let reference = try await server.client.send("/nothing")
            #expect(answer.body == reference.body)
        }
    }

    @Test func `a key is there once it is public, and before that as absent as one that will never be`() async throws {
        let server = try await started()
        var witness = try await Witness(store: "main", client: server.client)
        let chain = try await witness.look(at: server.client).header.chains[0]
        let newest = try #require(chain.newestReleased(at: server.time.now))
        let path = { (slot: String) in "/v1/stores/main/keys/\(chain.id)/\(slot)" }
        let released = try await server.client.send(path("\(newest)"))
        #expect(released.status == 200 && released.headers[.cacheControl] == "public, max-age=3600, immutable")
        #expect(try WireJSON.decode(ReleasedKey.self, released.body).slot == newest)
        let coming = try await server.client.send(path("\(newest + 1)"))
        let never = try await server.client.send(path("\(chain.slots + 1)"))
        let nonsense = try await server.client.send(path("+1"))
        let elsewhere = try await server.client.send("/v1/stores/bazaar/keys/\(chain.id)/\(newest)")
        #expect(coming.status == 404 && coming.headers[.cacheControl] == "no-store")
        for answer in [never, nonsense, elsewhere] {
            #expect(answer.status == coming.status && answer.body == coming.body && answer.headers == coming.headers)
        }
    }

    @Test func `the page and its files are served, with what protects them`() async throws {
        let server = try await started()
        let page = try await server.client.send("/")
        #expect(page.status == 200 && page.text.contains("<html"))
        #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'self'") == true)
        #expect(page.text.contains(#""id":"main""#) && !page.text.contains("bazaar"))
        for path in ["/shelflife.js", "/storefront.js", "/storefront.css", "/favicon.svg"] {
            let file = try await server.client.send(path)
            #expect(file.status == 200 && !file.body.isEmpty)
            #expect(file.headers[.xContentTypeOptions] == "nosniff")
        }
        #expect(try await server.client.send("/storefront.mustache").status == 404)
    }

    @Test
    func `the page names its script and style sheet by their content, which browsers keep, and what it needs is in it`()
        async throws
    {
        let server = try await started()
        let page = try await server.client.send("/").text
        let scripts = bundled(on: page)
        for path in scripts + scripts.map({ "\($0).map" }) {
            let file = try await server.client.send(path)
            #expect(file.status == 200)
            #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
        }
        for path in scripts {
            let file = try await server.client.send(path)
            #expect(!file.text.contains("import {") && !file.text.contains("/**"))
            #expect(file.text.contains("sourceMappingURL=\(path.dropFirst("/assets/".count)).map"))
            let kind = try #require(path.split(separator: ".").last)
            let other = try await server.client.send("/assets/storefront-AAAA2222.\(kind)")
            #expect(other.status == 200 && other.headers[.cacheControl] == "no-cache" && other.body == file.body)
            #expect(try await server.client.send("/assets/storefront-AAAA2222.\(kind).map").status == 404)
        }
        for path in ["/assets/storefront-AAAA2222.svg", "/assets/storefront-0.js", "/assets/x"] {
            #expect(try await server.client.send(path).status == 404)
        }
        let key = try #require(server.engine.descriptions.first { $0.id == "main" }?.publicKey)
        #expect(page.contains(key))
        #expect(page.contains(#"<link rel="preload" as="fetch" href="/v1/stores/main/window" crossorigin>"#))
    }

    /// The script and the style sheet that the page names by their content; none on a server without a bundle.
    private func bundled(on page: String) -> [String] {
        let named = page.matches(of: #/"(/assets/storefront-[A-Z2-7]{8}\.(?:js|css))"/#).map { String($0.1) }
        let isBundled = !page.contains(#""/storefront.js""#)
        #expect(named.count == (isBundled ? 2 : 0))
        #expect(isBundled != page.contains(#""/storefront.css""#))
        return named
    }

    @Test
    func `what is packed already is sent as it is, and what only a bundle has is missing without one`() async throws {
        let server = try await started()
        let hasBundle = try await !server.client.send("/").text.contains(#""/storefront.js""#)
        for path in ["/shelflife.js.map", "/shelf-store.js.map", "/shelf-levels.js.map", "/shelf-invitations.js.map"] {
            #expect(try await server.client.send(path).status == (hasBundle ? 200 : 404))
        }
        let package = try await server.client.send("/shelflife-0.1.0.tgz", headers: [.acceptEncoding: "gzip"])
        #expect(package.status == 200 || package.status == 404)
        guard package.status == 200 else { return }
        #expect(package.headers[.contentType] == "application/gzip" && package.headers[.contentEncoding] == nil)
        #expect(Array(package.body.prefix(2)) == [0x1F, 0x8B])
    }

    @Test func `who can read compressed files gets them, under a tag of their own`() async throws {
        let server = try await started()
        for path in ["/", "/shelflife.js", "/v1/openapi.json"] {
            let plain = try await server.client.send(path)
            let packed = try await server.client.send(path, headers: [.acceptEncoding: "br, gzip;q=0.5"])
            #expect(plain.headers[.contentEncoding] == nil && packed.headers[.contentEncoding] == "gzip")
            #expect(packed.body.count < plain.body.count / 2 && Array(packed.body.prefix(2)) == [0x1F, 0x8B])
            #expect(packed.headers[.contentType] == plain.headers[.contentType])
            #expect(packed.headers[.eTag] != plain.headers[.eTag])
            #expect([plain, packed].allSatisfy { $0.headers[values: .vary].contains("Accept-Encoding") })
            let tag = try #require(packed.headers[.eTag])
            let again = try await server.client.send(path, headers: [.acceptEncoding: "gzip", .ifNoneMatch: tag])
            #expect(again.status == 304 && again.body.isEmpty)
            #expect(try await server.client.send(path, headers: [.ifNoneMatch: tag]).status == 200)
        }
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP ; q=0.001", true), ("*", true), ("br, *;q=0.1", true), ("x-gzip", true), ("", false),
        ("br", false), ("gzip;q=0", false), ("*, gzip; q=0.000", false), ("identity", false), ("gzipped", false),
    ])
    func `a coding is accepted by name or by *, and not with the weight 0`(accepted: String, isPacked: Bool)
        async throws
    {
        let answer = try await started().client.send("/shelflife.js", headers: [.acceptEncoding: accepted])
        #expect((answer.headers[.contentEncoding] == "gzip") == isPacked)
    }

    @Test func `an operator sees health, readiness and figures`() async throws {
        let server = try await started()
        #expect(try await server.client.send("/healthz").status == 200)
        #expect(try await server.client.send("/readyz").status == 200)
        let metrics = try await server.client.send("/metrics").text
        #expect(metrics.contains("shelflife_windows_published_total 2\n"))
        #expect(metrics.contains(#"shelflife_requests_total{route="/readyz",status="200"} 1"#))
    }

    @Test
    func `what admins ask for is counted together, so that figures tell nobody what designers are about to do`()
        async throws
    {
        let server = try await started()
        for (path, method) in [("/v1/admin/plan/main", "GET"), ("/v1/admin/replacements", "POST")] {
            let method = try #require(HTTPRequest.Method(rawValue: method))
            #expect(try await server.client.send(path, method: method).status == 401)
        }
        let metrics = try await server.client.send("/metrics").text
        #expect(metrics.contains(#"shelflife_requests_total{route="/v1/admin",status="401"} 2"#))
        #expect(!metrics.contains("plan") && !metrics.contains("replacements"))
    }

    @Test(arguments: [Route.time, .seconds, .stores, .window, .page, .health, .readiness, .metrics])
    func `an answer may be kept as its route's terms say`(route: Route) async throws {
        let server = try await started()
        let path = route.pattern.replacing("{store}", with: "main")
        let answer = try await server.client.send(path)
        let told = try #require(answer.headers[.cacheControl])
        #expect(answer.status == 200)
        switch route.terms.caching {
        case .never: #expect(told == "no-store")
        case .revalidated: #expect(told == "no-cache")
        case .untilNext: #expect(told == "public, max-age=40")
        case .minute, .forever: Issue.record("not asked for here")
        }
        #expect((answer.headers[.accessControlAllowOrigin] == "*") == (route.terms.audience == .everyone))
    }

    @Test
    func `an address that no route has is no answer for pages of other origins, and the SDK's files are`()
        async throws
    {
        let server = try await started()
        let headers: HTTPFields = [.origin: "https://evil.example"]
        for path in ["/v1/nothing", "/v1/stores/main/nothing", "/nothing.js"] {
            let answer = try await server.client.send(path, headers: headers)
            #expect(answer.status == 404 && answer.headers[.accessControlAllowOrigin] == nil)
        }
        for path in ["/shelflife.js", "/v1/openapi.json"] {
            #expect(try await server.client.send(path, headers: headers).headers[.accessControlAllowOrigin] == "*")
        }
    }

    @Test func `a clock that is off, or that was stepped, is not ready and says why`() async throws {
        let server = try await started()
        server.time.uncertaintyUs = 150_001
        let uncertain = try await server.client.send("/readyz")
        #expect(uncertain.status == 503)
        #expect(try problem(uncertain).detail.contains("half the shortest lead"))
        server.time.uncertaintyUs = 150_000
        #expect(try await server.client.send("/readyz").status == 200)
        server.time.wanderUs = -3_600_000_000
        let stepped = try await server.client.send("/readyz")
        #expect(stepped.status == 503)
        #expect(try problem(stepped).detail.contains("wall clock"))
        await server.advance(to: Fixtures.start + .minutes(2))
        #expect(server.engine.shelves["main"]?.windows.first?.issuedAt == Fixtures.start + .minutes(1))
    }

    private func problem(_ answer: InProcessClient.Answer) throws -> Problem {
        try WireJSON.decode(Problem.self, answer.body)
    }
}
