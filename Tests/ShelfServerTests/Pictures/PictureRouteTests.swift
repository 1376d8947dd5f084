import HTTPTypes
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Pictures over the routes` {
    private static let versions = "/v1/admin/content/versions"
    /// Whatever a server is sent under this digest, the picture is made already.
    private static let master = FileDigest.of(Array("a koi".utf8))
    private static let widths = [96, 192]

    /// Content with one store, whose items are all called by one picture.
    private static func files(lead: String = "", master: [UInt8] = master) -> [ContentFileMessage] {
        let rows = (1...60).map { "item-\($0),Item \($0),set,2020-01-01,10,,,koi.png\n" }.joined()
        return [
            ContentFileMessage(
                path: "items.csv", text: "id,name,set,released,price,edition,glyph,picture\n\(rows)"),
            ContentFileMessage(path: "pictures/SHA256SUMS", text: "\(Hex.encode(master))  koi.png\n"),
            ContentFileMessage(
                path: "content.yaml",
                text: "title: Fish\ncatalogue: [items.csv]\nstores:\n  - {id: main, positions: 4\(lead)}\n"),
        ]
    }

    private func publish(_ server: VirtualServer, _ files: [ContentFileMessage]) async throws -> InProcessClient.Answer
    {
        try await server.postAsAdmin(
            Self.versions, ContentPublicationRequest(files: files, reason: "", base: 0, over: .max), key: nil)
    }

    private static func bytes(_ width: Int) -> [UInt8] { Array("WebP of \(width)".utf8) }

    private func make(on server: VirtualServer) async throws -> StoredPicture {
        let variants = Self.widths.map { PreparedPicture.Variant(width: $0, bytes: Self.bytes($0)) }
        return try await server.engine.pictureMaker.store(
            PreparedPicture(variants: variants, thumbHash: .longest), of: Self.master)
    }

    private static func path(_ picture: StoredPicture, _ width: Int) -> String {
        "/v1/pictures/\(Base64URL.encode(picture.picture.name))/\(width).webp"
    }

    @Test func `content whose pictures aren't made is refused with the items' names`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let refused = try await publish(server, Self.files())
        #expect(refused.status == 422)
        let detail = try refused.problem().detail
        #expect(
            detail.hasPrefix("the server lacks pictures of item-1, item-10, item-11, item-12, item-13 …"))
        #expect(try await server.database.contentVersions(before: nil, limit: 1).isEmpty)
    }

    @Test func `content goes on to be changed where the pictures that it had already aren't made`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let files = Self.files().map { ContentFile(path: $0.path, bytes: Array($0.text.utf8)) }
        let content = try ConfigurationLoader.content(files, now: server.time.now).content
        _ = try await server.engine.publisher.putInForce(
            content, version: nil, appSecrets: [:], now: server.time.now)
        #expect(try await publish(server, Self.files()).status == 200)
        #expect(try await publish(server, Self.files(master: FileDigest.of([1]))).status == 422)
    }

    @Test func `a picture is on the cards, and its address answers from their release on and not before`() async throws
    {
        let (server, _) = try await VirtualServer.withAdmins()
        let picture = try await make(on: server)
        #expect(try await publish(server, Self.files()).status == 200)
        await server.advance(to: Fixtures.start + .minutes(5))
        let shelf = try #require(server.engine.shelves["main"])
        let coming = shelf.listings.values.filter { stored in
            Card(plaintext: stored.card)?.picture == CardPicture(picture.picture)
        }
        let first = try #require(coming.map(\.start).min())
        #expect(first > server.time.now)
        let path = Self.path(picture, 96)
        await server.advance(to: first - .seconds(2))
        let hidden = try await server.client.send(path)
        let none = try await server.client.send("/v1/pictures/AAAAAAAAAAAAAAAAAAAAAA/96.webp")
        #expect(hidden.status == 404 && hidden.body == none.body && hidden.headers == none.headers)
        await server.advance(to: first)
        let shown = try await server.client.send(path)
        #expect(shown.status == 200 && shown.body == Self.bytes(96))
        #expect(shown.headers[.contentType] == "image/webp")
        #expect(shown.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(shown.headers[.xContentTypeOptions] == "nosniff")
        #expect(shown.headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] == "cross-origin")
        #expect(shown.headers[.setCookie] == nil)
        #expect(try await server.client.send(Self.path(picture, 720)).body == Self.bytes(192))
        #expect(shown.headers[.acceptRanges] == "bytes")
        let part = try await server.client.send(path, headers: [.range: "bytes=2-4"])
        #expect(part.status == 206 && part.body == Array(Self.bytes(96)[2...4]))
        #expect(part.headers[.contentRange] == "bytes 2-4/\(Self.bytes(96).count)")
        #expect(try await server.client.send(path, headers: [.range: "bytes=999-"]).status == 416)
        for file in ["97.webp", "96", "096.webp", "96.png"] {
            let address = path.replacing("96.webp", with: file)
            #expect(try await server.client.send(address).status == 404, "\(file)")
        }
    }

    @Test func `in a prefetched store the address answers as soon as the card can be read`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let picture = try await make(on: server)
        #expect(try await publish(server, Self.files(lead: ", lead: 10m, prefetched: true")).status == 200)
        await server.advance(to: Fixtures.start + .hours(2))
        await server.engine.poll.ask()
        let shownFrom = try #require(try await server.database.picture(named: picture.picture.name)?.shownFrom)
        let first = server.engine.shelves["main"]?.listings.values.map(\.start).min()
        #expect(try shownFrom < #require(first))
    }

    @Test func `a removed picture is gone everywhere, and what is drawn later has none`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let picture = try await make(on: server)
        #expect(try await publish(server, Self.files()).status == 200)
        await server.advance(to: Fixtures.start + .minutes(40))
        let path = Self.path(picture, 96)
        #expect(try await server.client.send(path).status == 200)
        let name = Base64URL.encode(picture.picture.name)
        let removed = try await server.postAsAdmin(
            "/v1/admin/pictures/removals", PictureRemovalRequest(name: name, reason: "not ours"), key: nil)
        #expect(removed.status == 200)
        let gone = try await server.client.send(path)
        #expect(try gone.status == 410 && gone.problem().code == .pictureRemoved)
        let exported = try await publish(server, Self.files(master: FileDigest.of(Self.bytes(192))))
        #expect(exported.status == 200, "an exported picture is known by its widest variant, removed or not")
        let warnings = try WireJSON.decode(ContentPublicationAnswer.self, exported.body).warnings.map(\.found)
        #expect(warnings == ["the item item-1 and 59 more whose picture an operator has removed"])
        let before = try #require(server.engine.shelves["main"]?.listings.values.map(\.end).max())
        await server.advance(to: before + .minutes(1))
        let cards = server.engine.shelves["main"]?.listings.values.filter { $0.start >= before }
            .compactMap { Card(plaintext: $0.card) }
        #expect(cards?.isEmpty == false && cards?.allSatisfy { $0.picture == nil } == true)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.contains { $0.reason == "not ours" && $0.status == 200 })
        let unknown = try await server.postAsAdmin(
            "/v1/admin/pictures/removals", PictureRemovalRequest(name: "AAAAAAAAAAAAAAAAAAAAAA", reason: "x"), key: nil)
        #expect(unknown.status == 404)
    }

    @Test func `a picture is removed by its master before anybody has seen its name, and is listed`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let picture = try await make(on: server)
        #expect(try await publish(server, Self.files()).status == 200)
        let widest = Hex.encode(FileDigest.of(Self.bytes(192)))
        let removed = try await server.postAsAdmin(
            "/v1/admin/pictures/removals", PictureRemovalRequest(master: widest, reason: "not ours"), key: nil)
        #expect(removed.status == 200)
        let list: PictureRemovalsAnswer = try await server.getAsAdmin("/v1/admin/pictures/removals")
        let entry = try #require(list.removals.first)
        #expect((list.removals.count, entry.items.count, entry.reason) == (1, 60, "not ours"))
        #expect(entry.name == Base64URL.encode(picture.picture.name) && entry.master == Hex.encode(Self.master))
    }

    @Test func `somebody who publishes is told which items lose their pictures`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try await make(on: server)
        #expect(try await publish(server, Self.files()).status == 200)
        let bare = Self.files().filter { $0.path != "pictures/SHA256SUMS" }.map {
            ContentFileMessage(path: $0.path, text: $0.text.replacing(",koi.png", with: ","))
        }
        let answer = try await publish(server, bare)
        let warnings = try WireJSON.decode(ContentPublicationAnswer.self, answer.body).warnings.map(\.found)
        #expect(warnings == ["the item item-1 and 59 more without the picture that it has now"])
    }

    @Test func `admins see of which master the picture of an item and of a listing is`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try await make(on: server)
        #expect(try await publish(server, Self.files()).status == 200)
        await server.advance(to: Fixtures.start + .minutes(40))
        let items: ContentItemsAnswer = try await server.getAsAdmin("/v1/admin/content/items")
        #expect(Set(items.items.map(\.master)) == [Hex.encode(Self.master)])
        let future: FutureAnswer = try await server.getAsAdmin("/v1/admin/future/main")
        #expect(Set(future.listings.map(\.decided)) == [true, false])
        #expect(future.listings.allSatisfy { $0.master == Hex.encode(Self.master) })
    }

    @Test func `those who may read content see a picture before anybody else, and nobody keeps it`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try await make(on: server)
        let path = "/v1/admin/pictures/\(Hex.encode(Self.master))/192.webp"
        let seen = try await server.askAsAdmin(path)
        #expect(seen.status == 200 && seen.body == Self.bytes(192) && seen.headers[.cacheControl] == "no-store")
        #expect(try await server.askAsAdmin(path, token: "writer").status == 403)
        #expect(try await server.client.send(path).status == 401)
    }

    @Test func `a sender is told which masters are missing, and an exported variant isn't`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try await make(on: server)
        let masters = [Self.master, FileDigest.of(Self.bytes(192)), FileDigest.of([1]), FileDigest.of([1])]
        let answer = try await server.postAsAdmin(
            "/v1/admin/pictures/missing", MissingPicturesRequest(masters: masters.map { Hex.encode($0) }), key: nil)
        let told = try WireJSON.decode(MissingPicturesAnswer.self, answer.body)
        #expect(told.missing == [Hex.encode(FileDigest.of([1]))])
        try await server.database.forgetPictures(untouchedSince: .distantFuture)
        let later = try await server.postAsAdmin(
            "/v1/admin/pictures/missing", MissingPicturesRequest(masters: [Hex.encode(Self.master)]), key: nil)
        let forgotten = try WireJSON.decode(MissingPicturesAnswer.self, later.body)
        #expect(forgotten.missing == [Hex.encode(Self.master)], "what was forgotten is asked for again")
    }

    @Test func `what is no picture is refused with its fault, and nothing is kept`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let bytes = Array("no picture".utf8)
        func send(_ digest: [UInt8], type: String) async throws -> InProcessClient.Answer {
            var headers = VirtualServer.adminHeaders(key: nil, token: "writer")
            headers[.contentType] = type
            return try await server.client.send(
                "/v1/admin/masters/\(Hex.encode(digest))", method: .put, headers: headers, body: bytes)
        }
        let text = try await send(FileDigest.of(bytes), type: "text/plain")
        #expect(text.status == 415)
        let other = try await send(Self.master, type: "application/octet-stream")
        #expect(try other.status == 400 && other.problem().detail.contains(Hex.encode(FileDigest.of(bytes))))
        let refused = try await send(FileDigest.of(bytes), type: "application/octet-stream")
        let isPossible = server.engine.pictureMaker.obstacle == nil
        #expect(refused.status == (isPossible ? 422 : 503))
        #expect(try await server.database.pictures().isEmpty)
    }
}
