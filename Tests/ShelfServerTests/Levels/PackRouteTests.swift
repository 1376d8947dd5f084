import HTTPTypes
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfPacks
import ShelfSQLite
import ShelfTesting
import ShelfWire
import Synchronization
import Testing

@Suite struct `Packs over the routes` {
    /// A pack's folder with levels of these titles, each with an id like its title.
    private static func folder(_ titles: [String], engine: Int = 1, background: String? = nil) -> [ContentFile] {
        let ground = background.map { ", background: \($0)" } ?? ""
        let levels = titles.map { "  - {id: \($0), title: \($0), map: \($0).xsb\(ground)}\n" }.joined()
        return [ContentFile(path: "pack.yaml", bytes: Array("engine: \(engine)\nlevels:\n\(levels)".utf8))]
            + titles.map { ContentFile(path: "\($0).xsb", bytes: Array("#\($0)#".utf8)) }
    }

    private static func content(
        _ bundle: [UInt8], title: String = "Shop", pictures: [String: [UInt8]] = [:]
    ) -> [ContentFileMessage] {
        let rows = (1...60).map { "item-\($0),Item \($0),set,2020-01-01,10,,\n" }.joined()
        let pack = ContentPack(id: "warehouse", bundle: FileDigest.of(bundle), pictures: pictures)
        return [
            ContentFileMessage(path: "items.csv", text: "id,name,set,released,price,edition,glyph\n\(rows)"),
            ContentFileMessage(
                path: PackList.path, text: String(decoding: PackList([pack]).file.bytes, as: UTF8.self)),
            ContentFileMessage(
                path: "content.yaml",
                text: "title: \(title)\ncatalogue: [items.csv]\nstores:\n  - {id: main, positions: 4}\n"),
        ]
    }

    private func send(_ bundle: [UInt8], as digest: [UInt8]? = nil, to server: VirtualServer) async throws
        -> InProcessClient.Answer
    {
        var headers = VirtualServer.adminHeaders(key: nil, token: "boss")
        headers[.contentType] = "application/octet-stream"
        return try await server.client.send(
            "/v1/admin/pack-bundles/\(Hex.encode(digest ?? FileDigest.of(bundle)))", method: .put, headers: headers,
            body: bundle)
    }

    private func publish(_ files: [ContentFileMessage], on server: VirtualServer) async throws -> InProcessClient.Answer
    {
        try await server.postAsAdmin(
            "/v1/admin/content/versions", ContentPublicationRequest(files: files, reason: "", base: 0, over: .max),
            key: nil)
    }

    /// Publishes content with a pack of these levels.
    @discardableResult
    private func release(_ titles: [String], engine: Int = 1, on server: VirtualServer) async throws -> [UInt8] {
        let bundle = PackBundle.bytes(of: Self.folder(titles, engine: engine))
        #expect(try await send(bundle, to: server).status == 200)
        #expect(try await publish(Self.content(bundle), on: server).status == 200)
        return bundle
    }

    private func move(
        _ channel: String = "stable", to release: Int, share: Int? = nil, reach: String? = nil, after: Int64? = nil,
        on server: VirtualServer, token: String = "boss"
    ) async throws -> InProcessClient.Answer {
        try await server.postAsAdmin(
            "/v1/admin/packs/warehouse/moves",
            PackMoveRequest(
                channel: channel, release: release, share: share, reach: reach, reason: "a try", after: after),
            key: nil, token: token)
    }

    private func document(
        _ channel: String = "stable", on server: VirtualServer
    ) async throws -> PackDocument {
        let answer = try await server.client.send("/v1/packs/warehouse/\(channel)")
        let packs: PacksAnswer = try await server.getAsAdmin("/v1/admin/packs")
        let key = try #require(packs.publicKey.flatMap(PublicKey.init))
        return try PackDocument(signed: answer.body, pack: "warehouse", channel: channel, publicKey: key)
    }

    private func file(_ file: PackRelease.File, on server: VirtualServer) async throws -> [UInt8] {
        let answer = try await server.client.send("/v1/pack-files/\(file.sha256)")
        #expect(answer.status == 200 && answer.body.count == file.bytes)
        #expect(Hex.encode(FileDigest.of(answer.body)) == file.sha256)
        return answer.body
    }

    @Test func `a published pack is a release, which devices get once a channel points at it`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        try await release(["one", "two"], on: server)
        let unknown = try await server.client.send("/v1/packs/warehouse/nothing")
        let early = try await server.client.send("/v1/packs/warehouse/stable")
        #expect(early.status == 404 && early.body == unknown.body && early.headers == unknown.headers)
        #expect(try await move(to: 1, on: server).status == 200)
        let document = try await document(on: server)
        #expect(document.sequence == server.time.now.milliseconds)
        #expect(document.goodUntilMs - server.time.now.milliseconds > 7 * 86_400_000)
        let snapshot = try TemporarySnapshot.read(try await file(document.release.snapshot, on: server))
        #expect(snapshot.levels.map(\.title) == ["one", "two"])
        #expect(Hex.encode(snapshot.content) == document.release.content)
        let answer = try await server.client.send("/v1/packs/warehouse/stable")
        #expect(answer.headers[.cacheControl] == "public, max-age=60")
        let tag = try #require(answer.headers[.eTag])
        let again = try await server.client.send("/v1/packs/warehouse/stable", headers: [.ifNoneMatch: tag])
        #expect(again.status == 304)
    }

    @Test func `the storefront links to the levels of a pack once everybody reaches them`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        func links() async throws -> [Substring] {
            let page = String(decoding: try await server.client.send("/").body, as: UTF8.self)
            return page.matches(of: /href="(\/levels\.html[^"]*)"/).map(\.output.1)
        }
        try await release(["one"], on: server)
        #expect(try await links() == [])
        _ = try await move(to: 1, reach: "newWord", on: server)
        #expect(try await links() == [], "who has no word isn't told of the pack")
        _ = try await move("beta", to: 1, on: server)
        #expect(try await links() == [], "not to a channel for testers")
        _ = try await move(to: 1, reach: "public", on: server)
        let packs: PacksAnswer = try await server.getAsAdmin("/v1/admin/packs")
        let key = try #require(packs.publicKey)
        #expect(try await links() == ["/levels.html#pack=warehouse&amp;channel=stable&amp;key=\(key)"])
    }

    @Test func `the next release comes by deltas: from what the channel pointed at, and from nothing`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        try await release(["one", "two"], on: server)
        _ = try await move(to: 1, on: server)
        let first = try await document(on: server)
        try await release(["one", "hidden", "two"], on: server)
        try await release(["one", "two", "three"], engine: 2, on: server)
        #expect(try await move(to: 3, on: server).status == 200)
        let document = try await document(on: server)
        let empty = Pack(id: "warehouse", engine: 1, levels: [])
        #expect(document.release.deltas.map(\.from) == [first.release.content, Hex.encode(empty.content)])
        let before = try TemporarySnapshot.read(try await file(first.release.snapshot, on: server))
        for (delta, former) in zip(document.release.deltas, [before, empty]) {
            let after = try PackDeltaFile.read(try await file(delta.file, on: server)).applied(to: former)
            #expect(after.levels.map(\.title) == ["one", "two", "three"] && after.engine == 2)
            #expect(Hex.encode(after.content) == document.release.content)
        }
        _ = try await move(to: 1, on: server)
        let back = try await self.document(on: server)
        #expect(back.release.content == first.release.content && back.sequence > document.sequence)
        #expect(back.release.deltas.map(\.from) == [document.release.content, Hex.encode(empty.content)])
    }

    @Test func `a part of the devices gets a release, and the others keep the one before`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        try await release(["one"], on: server)
        #expect(try await move(to: 1, share: 10, on: server).status == 422)
        _ = try await move(to: 1, on: server)
        let first = try await document(on: server)
        try await release(["one", "two"], on: server)
        _ = try await move(to: 2, share: 2500, on: server)
        let document = try await document(on: server)
        #expect(document.rollout?.share == 2500 && document.rollout?.others.content == first.release.content)
        for (share, status) in [(0, 400), (10_000, 400), (9999, 200)] {
            #expect(try await move(to: 2, share: share, on: server).status == status)
        }
    }

    @Test func `a channel with a word is reached by it alone, and the word can be changed`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        try await release(["one"], on: server)
        let answer = try await move("beta", to: 1, reach: "newWord", on: server)
        let word = try #require(try WireJSON.decode(PackMoveAnswer.self, answer.body).channel.word)
        #expect(word.count == 32)
        let unknown = try await server.client.send("/v1/packs/nothing/stable")
        for hidden in ["beta", "stable", "\(word)0"] {
            let answer = try await server.client.send("/v1/packs/warehouse/\(hidden)")
            #expect(answer.status == 404 && answer.body == unknown.body && answer.headers == unknown.headers)
        }
        #expect(try await document(word, on: server).channel == word)
        let next = try await move("beta", to: 1, reach: "newWord", on: server)
        let other = try #require(try WireJSON.decode(PackMoveAnswer.self, next.body).channel.word)
        #expect(other != word)
        #expect(try await server.client.send("/v1/packs/warehouse/\(word)").status == 404)
        #expect(try await document(other, on: server).channel == other)
        _ = try await move("beta", to: 1, reach: "public", on: server)
        #expect(try await document("beta", on: server).channel == "beta")
        #expect(try await move(word, to: 1, on: server).status == 400)
    }

    @Test func `a channel that becomes public tells nothing of what it pointed at before`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        for titles in [["one"], ["one", "two"], ["one", "two", "three"]] { try await release(titles, on: server) }
        for number in 1...3 { _ = try await move("beta", to: number, reach: "newWord", on: server) }
        _ = try await move("beta", to: 3, reach: "public", on: server)
        #expect(try await document("beta", on: server).release.deltas.count == 1)
    }

    @Test func `files of releases that no channel has pointed at are nothing to anybody`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let bundle = try await release(["one"], on: server)
        let snapshot = try #require(server.engine.packs.shelf.release(1, of: "warehouse")?.snapshot)
        let unknown = try await server.client.send("/v1/pack-files/\(String(repeating: "0", count: 64))")
        for digest in [snapshot.digest, FileDigest.of(bundle)] {
            let answer = try await server.client.send("/v1/pack-files/\(Hex.encode(digest))")
            #expect(answer.status == 404 && answer.body == unknown.body && answer.headers == unknown.headers)
        }
        _ = try await move(to: 1, on: server)
        #expect(try await server.client.send("/v1/pack-files/\(Hex.encode(snapshot.digest))").status == 200)
        #expect(try await server.client.send("/v1/pack-files/\(Hex.encode(FileDigest.of(bundle)))").status == 404)
    }

    @Test func `a file is sent in parts to those who ask for one`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let maps = (0..<30).map { number in
            ContentFile(path: "m\(number)", bytes: (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) })
        }
        let levels = maps.map { "  - {id: \($0.path), title: T, map: \($0.path)}\n" }.joined()
        let bundle = PackBundle.bytes(
            of: [ContentFile(path: "pack.yaml", bytes: Array("levels:\n\(levels)".utf8))] + maps)
        _ = try await send(bundle, to: server)
        _ = try await publish(Self.content(bundle), on: server)
        _ = try await move(to: 1, on: server)
        let snapshot = try await document(on: server).release.snapshot
        let whole = try await file(snapshot, on: server)
        #expect(whole.count > 3 * FileHead.bytesInPart)
        let path = "/v1/pack-files/\(snapshot.sha256)"
        let edge = FileHead.bytesInPart
        for range in [0..<10, (edge - 5)..<(edge + 5), 10..<(3 * edge + 1), (whole.count - 1)..<whole.count] {
            let field = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
            let part = try await server.client.send(path, headers: [.range: field])
            #expect(part.status == 206 && part.body == Array(whole[range]))
            #expect(
                part.headers[.contentRange]
                    == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(whole.count)")
        }
        #expect(try await server.client.send(path, headers: [.range: "bytes=\(whole.count)-"]).status == 416)
        let other = try await server.client.send(path, headers: [.range: "bytes=0-1", .ifRange: "\"x\""])
        #expect(other.status == 200 && other.body == whole)
        #expect(other.headers[.cacheControl] == "public, max-age=31536000, immutable")
    }

    @Test func `content whose bundles weren't sent is refused, and so is a bundle with errors`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let bundle = PackBundle.bytes(of: Self.folder(["one"]))
        let refused = try await publish(Self.content(bundle), on: server)
        #expect(refused.status == 422)
        #expect(try refused.problem().detail.contains("the pack warehouse"))
        #expect(try await send(bundle, as: FileDigest.of([1]), to: server).status == 400)
        #expect(try await send(Array("SHELFLF1 and more than that".utf8), to: server).status == 422)
        var files = Self.folder(["one"])
        files[0] = ContentFile(path: "pack.yaml", bytes: Array("levels:\n  - {id: A, title: A, map: one.xsb}\n".utf8))
        let broken = try await send(PackBundle.bytes(of: files), to: server)
        #expect(broken.status == 422)
        #expect(try broken.problem().problems?.first?.line == 2)
        let asked = try await server.postAsAdmin(
            "/v1/admin/missing-bundles", MissingBundlesRequest(bundles: [Hex.encode(FileDigest.of(bundle))]), key: nil)
        #expect(try WireJSON.decode(MissingBundlesAnswer.self, asked.body).missing.count == 1)
        _ = try await send(bundle, to: server)
        let kept = try await server.askAsAdmin("/v1/admin/pack-bundles/\(Hex.encode(FileDigest.of(bundle)))")
        #expect(kept.body == bundle)
    }

    @Test func `who moves a channel by an old look is told so`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        try await release(["one"], on: server)
        #expect(try await move(to: 1, after: 0, on: server).status == 200)
        let late = try await move(to: 1, after: 0, on: server)
        #expect(late.status == 409)
        #expect(try late.problem().code == .contentConflict)
        #expect(try await move(to: 2, on: server).status == 404)
        #expect(try await move(to: 1, on: server, token: "reader").status == 403)
        let entries = try await server.database.auditLog(before: nil, limit: 20).map(\.about.reason)
        #expect(entries.contains("stable: release 1: a try"))
    }

    @Test func `two versions, and two releases, are compared level by level`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        try await release(["one", "two"], on: server)
        try await release(["two", "one", "three"], on: server)
        let versions: ContentDifferenceAnswer = try await server.getAsAdmin("/v1/admin/content/difference?from=1&to=2")
        let releases: PackDifferenceAnswer = try await server.getAsAdmin(
            "/v1/admin/packs/warehouse/difference?from=1&to=2")
        #expect(versions.packs.map(\.pack) == ["warehouse"] && versions.packs.first?.levels == releases.levels)
        #expect(Set(releases.levels.map { "\($0.kind) \($0.level)" }) == ["moved two", "added three"])
        let release: PackReleaseAnswer = try await server.getAsAdmin("/v1/admin/packs/warehouse/releases/2")
        #expect(release.levels.map(\.id) == ["two", "one", "three"] && release.release.version == 2)
    }

    @Test func `the same levels again are no new release, and a roll-back of content neither`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let bundle = try await release(["one"], on: server)
        try await release(["one", "two"], on: server)
        #expect(try await publish(Self.content(bundle, title: "Other"), on: server).status == 200)
        let pack: PackAnswer = try await server.getAsAdmin("/v1/admin/packs/warehouse")
        #expect(pack.releases.map(\.release) == [2, 1] && pack.inForce == 1)
    }

    @Test func `another picture behind a level makes another release`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let bundle = PackBundle.bytes(of: Self.folder(["one"], background: "crate.png"))
        _ = try await send(bundle, to: server)
        var names: [String] = []
        for number: UInt8 in 1...2 {
            let master = FileDigest.of([number])
            let picture = try await server.engine.pictureMaker.store(
                PreparedPicture(variants: [.init(width: 96, bytes: [number])], thumbHash: .longest), of: master)
            names.append(Base64URL.encode(picture.picture.name))
            let files = Self.content(bundle, pictures: ["crate.png": master])
            #expect(try await publish(files, on: server).status == 200)
        }
        let pack: PackAnswer = try await server.getAsAdmin("/v1/admin/packs/warehouse")
        #expect(pack.releases.map(\.release) == [2, 1] && pack.inForce == 2)
        for number in 1...2 {
            let release: PackReleaseAnswer = try await server.getAsAdmin(
                "/v1/admin/packs/warehouse/releases/\(number)")
            #expect(release.levels.map(\.background) == [names[number - 1]])
        }
        let versions: ContentDifferenceAnswer = try await server.getAsAdmin("/v1/admin/content/difference?from=1&to=2")
        #expect(versions.packs.first?.levels.map(\.fields) == [["background"]])
    }

    @Test func `in a full shop a channel goes back without a delta, and what doesn't fit is refused with a reason`()
        async throws
    {
        let (server, _) = try await VirtualServer.withAdmins()
        try await release(["one"], on: server)
        _ = try await move(to: 1, on: server)
        try await release(["one", "two"], on: server)
        _ = try await move(to: 2, on: server)
        let bundle = PackBundle.bytes(of: Self.folder(["three"]))
        #expect(try await send(bundle, to: server).status == 200)
        let taken = try await server.database.fileSpace().takenBytes
        let filler = FileHead(
            digest: [UInt8](repeating: 9, count: 32), length: Int(FileSpace.mostBytes - taken) - 10)
        _ = try await server.database.beginFile(filler, at: server.time.now)
        #expect(try await move(to: 1, on: server).status == 200)
        #expect(try await document(on: server).release.deltas.count == 1)
        let refused = try await publish(Self.content(bundle), on: server)
        #expect(refused.status == 422)
        #expect(try refused.problem().detail.contains("no room"))
    }

    @Test func `all that there is of packs is read in one transaction, so that no move is read by half`() async throws {
        let asked = Mutex(0)
        let database = try SQLiteDatabase.inMemory { _, _ in asked.withLock { $0 += 1 } }
        let before = asked.withLock { $0 }
        try await PackBook(database: database).load()
        #expect(asked.withLock { $0 } == before + 1)
    }

    @Test func `a token that may only write learns the words that it draws, and no others`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        try await release(["one"], on: server)
        func word(_ answer: InProcessClient.Answer) throws -> String? {
            #expect(answer.status == 200)
            return try WireJSON.decode(PackMoveAnswer.self, answer.body).channel.word
        }
        let drawn = try word(try await move("beta", to: 1, reach: "newWord", on: server, token: "writer"))
        #expect(drawn?.count == 32)
        #expect(try word(try await move("beta", to: 1, on: server, token: "writer")) == nil)
        #expect(try word(try await move("beta", to: 1, on: server)) == drawn)
        try await release(["one", "two"], on: server)
        #expect(try word(try await move("beta", to: 2, on: server, token: "writer")) == nil)
    }

    @Test func `another server on the database follows a move`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let twin = try await server.twin()
        try await release(["one"], on: server)
        _ = try await move(to: 1, on: server)
        _ = try await twin.follow()
        let here = try await server.client.send("/v1/packs/warehouse/stable")
        let there = try await twin.client.send("/v1/packs/warehouse/stable")
        #expect(here.status == 200 && here.body == there.body)
    }

    @Test func `a document is the same all day, and signed again on the next`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        try await release(["one"], on: server)
        _ = try await move(to: 1, on: server)
        let first = try await document(on: server)
        let midnight = Instant(milliseconds: first.goodUntilMs - 7 * 86_400_000)
        server.time.now = midnight - .seconds(1)
        #expect(try await document(on: server) == first)
        server.time.now = midnight
        let next = try await document(on: server)
        #expect(next.goodUntilMs == first.goodUntilMs + 86_400_000 && next.sequence == first.sequence)
    }

    @Test func `a pack of the server's own files waits for its pictures, or is released without backgrounds`()
        async throws
    {
        let (server, _) = try await VirtualServer.withAdmins()
        let master = FileDigest.of(Array("a crate".utf8))
        let bundle = PackBundle.bytes(of: Self.folder(["one"], background: "crate.png"))
        _ = try await send(bundle, to: server)
        let files = Self.content(bundle, pictures: ["crate.png": master]).map {
            ContentFile(path: $0.path, bytes: Array($0.text.utf8))
        }
        let version = NewContentVersion(
            content: StoredContent(files), author: "files", at: server.time.now, reason: "", origin: .files,
            from: server.time.now)
        _ = try await server.database.add(version, after: 0) { _ in nil }
        await server.engine.versions.follow()
        #expect(server.engine.packs.shelf.packs.isEmpty)
        await server.engine.versions.releasePacks(waitingForPictures: false)
        let release: PackReleaseAnswer = try await server.getAsAdmin("/v1/admin/packs/warehouse/releases/1")
        #expect(release.levels.map(\.background) == [nil])
    }

    @Test func `a background that is a picture has its public name, which answers from the move on`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let master = FileDigest.of(Array("a crate".utf8))
        let bundle = PackBundle.bytes(of: Self.folder(["one"], background: "crate.png"))
        _ = try await send(bundle, to: server)
        let files = Self.content(bundle, pictures: ["crate.png": master])
        let refused = try await publish(files, on: server)
        #expect(refused.status == 422)
        #expect(try refused.problem().detail.contains("packs/warehouse"))
        let picture = try await server.engine.pictureMaker.store(
            PreparedPicture(variants: [.init(width: 96, bytes: [1])], thumbHash: .longest), of: master)
        #expect(try await publish(files, on: server).status == 200)
        let name = Base64URL.encode(picture.picture.name)
        let release: PackReleaseAnswer = try await server.getAsAdmin("/v1/admin/packs/warehouse/releases/1")
        #expect(release.levels.map(\.background) == [name])
        #expect(try await server.client.send("/v1/pictures/\(name)/96.webp").status == 404)
        _ = try await move(to: 1, on: server)
        #expect(try await server.client.send("/v1/pictures/\(name)/96.webp").status == 200)
    }
}
