import HTTPTypes
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Content over the routes` {
    private static let versions = "/v1/admin/content/versions"

    private static func files(
        title: String = "Ours", positions: String = "4", items: Int = 60, more: String = ""
    ) -> [ContentFileMessage] {
        let rows = (1...items).map { "item-\($0),Item \($0),set-\($0 % 4),2020-01-01,\($0 * 10),,\n" }.joined()
        let yaml =
            "title: \(title)\ncatalogue: [items.csv]\nstores:\n  - {id: main, positions: \(positions)}\n\(more)"
        return [
            ContentFileMessage(path: "content.yaml", text: yaml),
            ContentFileMessage(path: "items.csv", text: "\u{FEFF}id,name,set,released,price,edition,glyph\r\n\(rows)"),
        ]
    }

    private func publish(
        _ server: VirtualServer, _ files: [ContentFileMessage], from: Instant? = nil, base: Int64 = 0,
        over: Int64? = .max, dropPlan: Bool? = nil,
        token: String = "boss"
    ) async throws -> InProcessClient.Answer {
        let request = ContentPublicationRequest(
            files: files, reason: "because", fromMs: from?.milliseconds, base: base, over: over, dropPlan: dropPlan)
        return try await server.postAsAdmin(Self.versions, request, key: nil, token: token)
    }

    private func answer(_ answer: InProcessClient.Answer) throws -> ContentPublicationAnswer {
        try #require(answer.status == 200, "\(answer.text)")
        return try WireJSON.decode(ContentPublicationAnswer.self, answer.body)
    }

    @Test func `what is published is in force, and the answer says when each store can first show it`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        await server.advance(to: Fixtures.start + .minutes(3))
        let before = try #require(server.engine.shelves["main"]?.listings.values.map(\.listing))
        let published = try answer(await publish(server, Self.files()))
        #expect(published.version.number == 1 && published.isNew)
        #expect(published.version.author == "anna" && published.version.reason == "because")
        #expect(published.version.origin == .published && published.version.fromMs == server.time.now.milliseconds)
        #expect(server.engine.content.current.title == "Ours")
        let drawn = try #require(published.stores.first)
        #expect(published.stores.map(\.store) == ["main"])
        let ends = (0..<4).map { position in before.filter { $0.position == position }.map(\.end).max()! }
        #expect(drawn.drawnUntilMs == ends.min()?.milliseconds)
    }

    @Test func `what is planned too late, or is withdrawn, is a warning of the publication`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files()))
        let plan = ContentFileMessage(
            path: "plan.yaml",
            text: """
                main:
                  - {item: item-1, from: 2027-01-15T08:02, for: 5m}
                  - {item: item-2, from: 2027-01-15T12:00, for: 5m}
                """)
        let order = WithdrawalOrder(
            goods: .item("item-2", store: nil), reason: "x", by: "anna", key: "1", at: server.time.now)
        _ = try await server.database.withdraw(order) { _ in nil }
        let published = try answer(await publish(server, Self.files() + [plan]))
        #expect(published.isNew)
        #expect(
            published.warnings.map(\.found) == [
                "an item that is withdrawn", "store main, plan[0]: 2027-01-15T08:02, when no position is free",
            ])
        let again = try answer(await publish(server, Self.files(title: "Other") + [plan]))
        #expect(again.warnings.map(\.found) == ["an item that is withdrawn"], "what is in force is no news")
    }

    private static let feast = ContentFileMessage(
        path: "plan.yaml",
        text: """
            main:
              - {item: item-1, from: 2027-01-16T12:00, for: 5m}
              - {item: item-2, from: 2027-01-16T14:00, for: 5m}
            """)

    @Test func `what is planned goes with files that lack it only where that is meant`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files() + [Self.feast]))
        let refused = try await publish(server, Self.files(title: "Other"), base: 1)
        #expect(try refused.code() == .contentConflict)
        #expect(try refused.problem().droppedAppearances == 2)
        #expect(try refused.problem().detail.hasPrefix("2 planned appearances would go"))
        let tried = ContentTrialRequest(files: Self.files(title: "Other"), base: 1)
        let trial = try WireJSON.decode(
            ContentTrialAnswer.self, try await server.postAsAdmin("/v1/admin/content/try", tried, key: nil).body)
        #expect(!trial.isPossible && trial.droppedAppearances == 2)
        let writer = try await publish(server, Self.files(title: "Other"), base: 1, token: "writer")
        #expect(try writer.problem().droppedAppearances == nil, "who may not read content isn't told")
        _ = try answer(await publish(server, Self.files(title: "Other"), base: 1, dropPlan: true))
        #expect(server.engine.content.current.stores[0].rules.plan.isEmpty)
        _ = try answer(await publish(server, Self.files(title: "Third"), base: 2))
    }

    @Test func `a draft without a plan takes the base's away only where that is meant`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files() + [Self.feast]))
        #expect(try await put(server, Self.files(title: "Autumn"), over: 0).status == 200)
        let publication = Self.draft + "/publish"
        let unmeant = ContentDraftPublicationRequest(revision: 1, reason: "", base: 1)
        #expect(try await server.postAsAdmin(publication, unmeant, key: nil).problem().droppedAppearances == 2)
        let meant = ContentDraftPublicationRequest(revision: 1, reason: "", base: 1, dropPlan: true)
        #expect(try await server.postAsAdmin(publication, meant, key: nil).status == 200)
    }

    @Test func `the last planned appearance is removed without another word`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files() + [Self.feast]))
        for base in [1, 2] as [Int64] {
            let removal = PlanChangeRequest(base: base, index: 0, reason: "over")
            let removed = try await server.postAsAdmin("/v1/admin/plan/main", removal, key: nil)
            #expect(removed.status == 200, "\(removed.text)")
        }
        #expect(server.engine.content.current.stores[0].rules.plan.isEmpty)
    }

    @Test func `a future goes by the versions that are scheduled, until one closes the store`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files()))
        let (first, second) = (server.time.now + .minutes(30) + .milliseconds(400), server.time.now + .hours(1))
        _ = try answer(await publish(server, Self.files(items: 70), from: first))
        let other = Self.files().map {
            ContentFileMessage(path: $0.path, text: $0.text.replacing("id: main", with: "id: bazaar2"))
        }
        _ = try answer(await publish(server, other, from: second))
        let future: FutureAnswer = try await server.getAsAdmin("/v1/admin/future/main?hours=2")
        #expect(future.coming.map(\.version) == [2, 3])
        #expect(future.coming.map(\.fromMs) == [first, second].map(\.milliseconds))
        #expect(future.coming[0].drawsFromMs == (Fixtures.start + .minutes(42)).milliseconds)
        #expect(future.closesMs == second.milliseconds)
        #expect(future.listings.allSatisfy { $0.startMs < second.milliseconds })
        let new = Set((61...70).map { "item-\($0)" })
        let news = future.listings.filter { new.contains($0.item) }.map(\.startMs)
        #expect(!news.isEmpty && news.allSatisfy { $0 >= future.coming[0].drawsFromMs })
    }

    @Test func `of two versions with one instant only the later is told to come`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files()))
        let friday = server.time.now + .minutes(30)
        _ = try answer(await publish(server, Self.files(items: 65), from: friday))
        _ = try answer(await publish(server, Self.files(items: 70), from: friday))
        let future: FutureAnswer = try await server.getAsAdmin("/v1/admin/future/main?hours=2")
        #expect(future.coming.map(\.version) == [3])
        let meanwhile = try answer(await publish(server, Self.files(title: "Meanwhile")))
        #expect(meanwhile.next?.number == 3)
    }

    @Test func `the future of a store that is still to come names the version that brings it`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files()))
        let bazaar = "  - {id: annex, positions: 2}\n"
        _ = try answer(await publish(server, Self.files(more: bazaar), from: Fixtures.start + .hours(2)))
        let refused = try await server.askAsAdmin("/v1/admin/future/annex?hours=1")
        #expect(refused.status == 404)
        let comes = "The store annex comes with version 2, at 2027-01-15T10:00:00Z;"
        #expect(try refused.problem().detail.hasPrefix(comes))
        let unknown = try await server.askAsAdmin("/v1/admin/future/anex?hours=1")
        #expect(try unknown.problem().detail == "The content in force has no store with this id; there are main.")
    }

    @Test func `the same content is published once`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files()))
        let again = try answer(await publish(server, Self.files(), over: nil))
        #expect(again.version.number == 1 && !again.isNew)
    }

    @Test func `files come back byte for byte`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files()))
        let got: ContentFilesAnswer = try await server.getAsAdmin("\(Self.versions)/1/files")
        #expect(got.files.map(\.path) == ["content.yaml", "items.csv"])
        for (file, sent) in zip(got.files, Self.files()) { #expect(file.text.utf8.elementsEqual(sent.text.utf8)) }
    }

    @Test func `content with errors is refused with each of them, and changes nothing`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let refused = try await publish(
            server, Self.files(positions: "none", more: "server: {port: 1}\n"))
        #expect(refused.status == 422)
        let problem = try WireJSON.decode(Problem.self, refused.body)
        #expect(problem.code == .contentRefused)
        #expect(problem.detail == "The content has 2 errors; problems names each.")
        #expect(problem.problems?.map(\.line) == [4, 5])
        #expect(problem.problems?.map(\.file) == ["content.yaml", "content.yaml"])
        #expect(problem.problems?.map(\.found) == ["\"none\"", "the key \"server\""])
        #expect(server.engine.content.current.title == "Test")
        let list: ContentVersionsAnswer = try await server.getAsAdmin(Self.versions)
        #expect(list.versions.isEmpty)
    }

    @Test func `content that doesn't fit what is published is refused`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let refused = try await publish(server, Self.files(positions: "4, cardBytes: 400"))
        #expect(try refused.code() == .contentRefused)
        #expect(refused.text.contains("cardBytes is 256"))
    }

    @Test func `nobody undoes a version that they haven't seen, unless they say so`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files(title: "One"), over: nil))
        _ = try answer(await publish(server, Self.files(title: "Two", positions: "5"), base: 1, over: nil))
        let stale = try await publish(server, Self.files(title: "Three"), base: 1, over: nil)
        #expect(stale.status == 409)
        let problem = try WireJSON.decode(Problem.self, stale.body)
        #expect(problem.code == .contentConflict && problem.detail.contains("over: 2"))
        #expect(
            problem.problems?.map(\.text) == [
                "found the title: title: Three, expected Two; version 2 has that",
                "found store main: positions: 4, expected 5; version 2 has that",
            ])
        #expect(server.engine.content.current.title == "Two")
        let meant = try answer(await publish(server, Self.files(title: "Three"), base: 1, over: 2))
        #expect(meant.version.number == 3)
    }

    @Test func `what keeps the changes of others is published, whatever it was made from`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files(title: "One"), over: nil))
        _ = try answer(await publish(server, Self.files(title: "One", items: 70), base: 1, over: nil))
        let both = try answer(await publish(server, Self.files(title: "Two", items: 70), base: 1, over: nil))
        #expect(both.version.number == 3)
    }

    @Test func `content without a base is refused with all that it would change`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files(title: "One"), over: nil))
        let unseen = try await publish(server, Self.files(title: "Two"), over: nil)
        #expect(try unseen.problem().problems?.map(\.found) == ["the title: title: Two"])
    }

    @Test func `what a scheduled version brings later doesn't come early with files that were made from it`()
        async throws
    {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files(title: "One"), over: nil))
        let later = server.time.now + .hours(2)
        let feast = try answer(
            await publish(server, Self.files(title: "Feast", positions: "5"), from: later, base: 1, over: nil))
        #expect(feast.version.number == 2)
        let early = try await publish(server, Self.files(title: "Feast"), base: 2, over: nil)
        let problem = try early.problem()
        #expect(problem.code == .contentConflict && problem.over == 2 && problem.title == "Something would come early")
        let then = RFC3339.text(later)
        #expect(
            problem.problems?.map(\.text) == [
                "found the title: title: Feast, expected One until \(then); "
                    + "version 2 brings it then"
            ])
        #expect(server.engine.content.current.title == "One")
        let meant = try answer(await publish(server, Self.files(title: "Feast"), base: 2, over: 2))
        #expect(meant.version.number == 3 && server.engine.content.current.title == "Feast")
    }

    @Test func `what a scheduled version would undo is refused, and told only to those who may read content`()
        async throws
    {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files(title: "One"), over: nil))
        let later = server.time.now + .hours(2)
        _ = try answer(await publish(server, Self.files(title: "Friday"), from: later, base: 1, over: nil))
        let undone = try await publish(server, Self.files(title: "One", positions: "5"), base: 2, over: nil)
        let problems = try #require(try undone.problem().problems)
        #expect(problems.map(\.found) == ["store main: positions: 5"])
        #expect(
            try #require(problems.first).text.contains("version 2; that one takes its place at 2027-01-15T10:0"))
        let untold = try await publish(
            server, Self.files(title: "One", positions: "5"), base: 2, over: nil, token: "writer")
        #expect(try untold.code() == .contentConflict && untold.problem().problems == nil)
        let meant = try answer(await publish(server, Self.files(title: "One", positions: "5"), base: 2, over: 2))
        #expect(meant.version.number == 3 && meant.next?.number == 2)
        // A roll-back doesn't undo what its author hasn't seen either.
        let back = ContentRollBackRequest(to: 1, reason: "x", base: 2)
        let unseen = try await server.postAsAdmin("/v1/admin/content/roll-back", back, key: nil)
        #expect(try unseen.problem().problems?.map(\.found) == ["store main: positions: 4"])
    }

    @Test func `a try tells the difference, what is wrong and what would be undone, and changes nothing`() async throws
    {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files(title: "One"), over: nil))
        _ = try answer(await publish(server, Self.files(title: "Two"), base: 1, over: nil))
        func attempt(_ request: ContentTrialRequest) async throws -> ContentTrialAnswer {
            let answer = try await server.postAsAdmin("/v1/admin/content/try", request, key: nil)
            try #require(answer.status == 200, "\(answer.text)")
            return try WireJSON.decode(ContentTrialAnswer.self, answer.body)
        }
        let good = try await attempt(ContentTrialRequest(files: Self.files(title: "Three"), base: 2))
        #expect(good.isPossible && good.problems.isEmpty && good.undone.isEmpty && good.over == nil)
        #expect(good.difference?.title?.after == "Three")
        #expect((good.difference?.from, good.difference?.to) == (2, 3))
        #expect(good.stores.map(\.store) == ["main"])
        let stale = try await attempt(ContentTrialRequest(files: Self.files(title: "Three"), base: 1))
        #expect(!stale.isPossible && stale.over == 2 && stale.undone.count == 1)
        #expect(try await attempt(ContentTrialRequest(files: Self.files(title: "Three"), base: 1, over: 2)).isPossible)
        let back = try await attempt(ContentTrialRequest(to: 1, base: 2))
        #expect(back.isPossible && back.difference?.title?.after == "One")
        let broken = try await attempt(ContentTrialRequest(files: Self.files(positions: "none"), base: 2))
        #expect(!broken.isPossible && broken.problems.count == 1 && broken.difference == nil)
        let unfit = try await attempt(ContentTrialRequest(files: Self.files(positions: "4, cardBytes: 400"), base: 2))
        #expect(!unfit.isPossible && unfit.problems.map(\.text).joined().contains("cardBytes is 256"))
        for vague in [ContentTrialRequest(base: 2), ContentTrialRequest(files: Self.files(), to: 1, base: 2)] {
            #expect(try await server.postAsAdmin("/v1/admin/content/try", vague, key: nil).status == 400)
        }
        #expect(try await server.getAsAdmin(Self.versions, as: ContentVersionsAnswer.self).versions.count == 2)
    }

    @Test func `a roll-back makes an earlier version's content the newest`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let first = try answer(await publish(server, Self.files(title: "One"))).version
        _ = try answer(await publish(server, Self.files(title: "Two")))
        let back = try answer(
            await server.postAsAdmin(
                "/v1/admin/content/roll-back", ContentRollBackRequest(to: 1, reason: "a mistake", base: 0, over: .max),
                key: nil))
        #expect(back.version.number == 3 && back.version.digest == first.digest)
        #expect(back.version.origin == .rolledBack && back.version.rolledBackTo == 1)
        #expect(server.engine.content.current.title == "One")
        let missing = try await server.postAsAdmin(
            "/v1/admin/content/roll-back", ContentRollBackRequest(to: 9, reason: "", base: 0, over: .max), key: nil)
        #expect(try missing.code() == .notFound)
    }

    @Test func `a scheduled version waits for its instant, and who publishes meanwhile is told of it`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files(title: "One")))
        let friday = server.time.now + .hours(2)
        let scheduled = try answer(await publish(server, Self.files(title: "Friday"), from: friday))
        #expect(scheduled.version.fromMs == friday.milliseconds)
        // The minute in which it takes effect is published before it, up to 12 minutes ahead.
        let earliest = friday.floored(to: .minutes(1)) + .minutes(12)
        #expect(scheduled.stores.map(\.drawnUntilMs) == [earliest.milliseconds])
        #expect(server.engine.content.current.title == "One")
        let meanwhile = try answer(await publish(server, Self.files(title: "Meanwhile")))
        #expect(meanwhile.next?.number == 2)
        #expect(server.engine.content.current.title == "Meanwhile")
        server.time.now = friday
        await server.engine.versions.follow()
        #expect(server.engine.content.current.title == "Friday")
    }

    @Test func `a scheduled version is cancelled, and then never takes effect, whatever is said again`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files(title: "One")))
        let friday = server.time.now + .hours(2)
        _ = try answer(await publish(server, Self.files(title: "Friday"), from: friday))
        _ = try answer(await publish(server, Self.files(title: "Later"), from: friday + .hours(1)))
        func cancel(_ number: Int64, token: String = "boss") async throws -> InProcessClient.Answer {
            let request = ContentCancellationRequest(version: number, reason: "too early")
            return try await server.postAsAdmin("/v1/admin/content/cancel", request, key: nil, token: token)
        }
        #expect(try await cancel(2, token: "reader").status == 403)
        let cancelled = try WireJSON.decode(ContentCancellationAnswer.self, try await cancel(2).body)
        #expect(cancelled.version.number == 2 && cancelled.version.cancelled?.by == "anna" && !cancelled.replayed)
        #expect(cancelled.next?.number == 3)
        #expect(try WireJSON.decode(ContentCancellationAnswer.self, try await cancel(2).body).replayed)
        #expect(try await cancel(9).code() == .notFound)
        let begun = try await cancel(1)
        #expect(try begun.code() == .contentConflict && begun.text.contains("roll back"))
        server.time.now = friday
        await server.engine.versions.follow()
        #expect(server.engine.content.current.title == "One")
        // The same content again is a new version, since the cancelled one stays as it is.
        #expect(try answer(await publish(server, Self.files(title: "Friday"))).version.number == 4)
        let uses = try await server.getAsAdmin("/v1/admin/audit", as: AuditAnswer.self).uses
        #expect(uses.contains { $0.reason == "version 2: too early" })
    }

    @Test func `with a version those are cancelled whose place it had taken`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files(title: "One")))
        let friday = server.time.now + .hours(2)
        for title in ["Friday", "Friday!"] {
            _ = try answer(await publish(server, Self.files(title: title), from: friday))
        }
        let request = ContentCancellationRequest(version: 3, reason: "no")
        let cancelled = try WireJSON.decode(
            ContentCancellationAnswer.self,
            try await server.postAsAdmin("/v1/admin/content/cancel", request, key: nil).body)
        #expect(cancelled.version.number == 3 && cancelled.with == [2] && cancelled.next == nil)
        server.time.now = friday
        await server.engine.versions.follow()
        #expect(server.engine.content.current.title == "One")
        let uses = try await server.getAsAdmin("/v1/admin/audit", as: AuditAnswer.self).uses
        #expect(uses.contains { $0.reason == "versions 3, 2: no" })
    }

    @Test func `what somebody has taken away doesn't come back as something else without a word`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        func files(_ times: [String], order: [String] = ["main", "bazaar"], note: String = "# Ours.")
            -> [ContentFileMessage]
        {
            let stores = order.map { "  - {id: \($0), positions: 4}\n" }.joined()
            let plan = times.map { "  - {item: item-1, from: 2027-01-15T\($0), for: 5m}\n" }.joined()
            return [
                ContentFileMessage(
                    path: "content.yaml", text: "\(note)\ntitle: Ours\ncatalogue: [items.csv]\nstores:\n\(stores)"),
                Self.files()[1], ContentFileMessage(path: "plan.yaml", text: "main:\n\(plan)"),
            ]
        }
        _ = try answer(await publish(server, files(["12:00", "14:00"])))
        _ = try answer(
            await publish(server, files(["14:00"], order: ["bazaar", "main"], note: "# Bob asks for more."), base: 1))
        let undone = try await publish(server, files(["12:30", "14:00"]), base: 1, over: nil).problem()
        #expect(
            undone.problems?.map(\.found) == [
                "the stores: order: main, bazaar",
                "store main: plan: {item: item-1, from: 2027-01-15T12:30, for: 5m}",
                "content.yaml: comments: none", "content.yaml: comments: # Ours.",
            ])
        let friday = server.time.now + .days(1)
        _ = try answer(await publish(server, files(["14:30"]), from: friday, base: 2))
        let removed = try await publish(
            server, files([], order: ["bazaar", "main"], note: "# Bob asks for more."), base: 3, over: nil
        ).problem()
        #expect(
            removed.problems?.map(\.text).first?.contains("expected the same in version 3") == true
                && removed.scheduled == 3)
        #expect(removed.detail.hasPrefix("What is scheduled would undo this; nothing was changed."))
    }

    @Test(arguments: [(-1, 1, 1), (0, 0, 1), (0, 1, 0)] as [(Int64, Int64, Int64)])
    func `what isn't the number of a version is refused, even where nothing changes`(
        base: Int64, over: Int64, other: Int64
    ) async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files()))
        let again = ContentPublicationRequest(files: Self.files(), reason: "", base: base, over: over, alsoIn: other)
        #expect(try await server.postAsAdmin(Self.versions, again, key: nil).code() == .badRequest)
    }

    @Test func `what two have added under one id isn't the same thing`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files()))
        let whale = Self.files(items: 61)
        _ = try answer(await publish(server, whale, base: 1, over: nil))
        let other = whale.map { ContentFileMessage(path: $0.path, text: $0.text.replacing(",610,", with: ",6,")) }
        let undone = try await publish(server, other, base: 1, over: nil).problem()
        #expect(undone.problems?.map(\.found) == ["item item-61: price: 6"])
        #expect(try answer(await publish(server, whale, base: 1, over: nil)).isNew == false)
    }

    @Test func `a cancelled version that files were made from has been undone`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files(title: "One")))
        let friday = server.time.now + .hours(2)
        _ = try answer(await publish(server, Self.files(title: "Friday"), from: friday, base: 1, over: nil))
        _ = try answer(await publish(server, Self.files(title: "Friday!"), from: friday, base: 2, over: nil))
        func cancel(_ number: Int64) async throws -> ContentCancellationAnswer {
            let request = ContentCancellationRequest(version: number, reason: "no")
            return try WireJSON.decode(
                ContentCancellationAnswer.self,
                try await server.postAsAdmin("/v1/admin/content/cancel", request, key: nil).body)
        }
        #expect(try await cancel(2).version.replacedBy == 3, "it had taken that one's place")
        #expect(try await cancel(3).version.replacedBy == nil)
        let back = try await publish(server, Self.files(title: "Friday!", items: 61), base: 3, over: nil).problem()
        #expect(back.problems?.map(\.found) == ["the title: title: Friday!"])
    }

    /// Files of which some items have other prices.
    private static func priced(_ prices: [Int: Int], title: String = "Ours") -> [ContentFileMessage] {
        files(title: title).map { file in
            let text = prices.reduce(file.text) { text, price in
                text.replacing("2020-01-01,\(price.key * 10),,", with: "2020-01-01,\(price.value),,")
            }
            return ContentFileMessage(path: file.path, text: text)
        }
    }

    @Test func `a scheduled version that would undo a publication can get its changes as well`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.priced([:])))
        let friday = server.time.now + .hours(2)
        _ = try answer(await publish(server, Self.priced([10: 9], title: "Friday"), from: friday, base: 1))
        let wanted = Self.priced([20: 7])
        func put(alsoIn number: Int64?, _ files: [ContentFileMessage]) async throws -> InProcessClient.Answer {
            let request = ContentPublicationRequest(files: files, reason: "7", base: 1, alsoIn: number)
            return try await server.postAsAdmin(Self.versions, request, key: nil)
        }
        let refused = try await put(alsoIn: nil, wanted).problem()
        #expect(refused.code == .contentConflict && refused.over == 2 && refused.scheduled == 2)
        #expect(try await put(alsoIn: 7, wanted).problem().detail.contains("scheduled: [2]"))
        let same = try await put(alsoIn: 2, Self.priced([10: 8])).problem()
        #expect(same.code == .contentConflict && same.detail.contains("the same lines of items.csv"))
        let tried: ContentTrialAnswer = try WireJSON.decode(
            ContentTrialAnswer.self,
            try await server.postAsAdmin(
                "/v1/admin/content/try", ContentTrialRequest(files: wanted, base: 1, alsoIn: 2), key: nil
            ).body)
        #expect(tried.isPossible && tried.difference?.items.map(\.id) == ["item-20"])
        #expect(server.engine.content.state.version == 1)

        let made = try answer(await put(alsoIn: 2, wanted))
        #expect(made.version.number == 4 && made.next?.number == 3 && made.next?.fromMs == friday.milliseconds)
        #expect(try answer(await put(alsoIn: 2, wanted)).isNew == false)
        #expect(server.engine.content.current.catalogue["item-20"]?.price == 7)
        #expect(server.engine.content.current.catalogue["item-10"]?.price == 100)
        await server.advance(to: friday + .minutes(1))
        await server.engine.versions.follow()
        let content = server.engine.content.current
        #expect(content.title == "Friday" && content.catalogue["item-10"]?.price == 9)
        #expect(content.catalogue["item-20"]?.price == 7)

        // The version in force has a lower number than the base, and took effect later.
        for base: Int64 in [4, 99] {
            let stale = ContentPublicationRequest(files: Self.priced([20: 6]), reason: "6", base: base)
            let refused = try await server.postAsAdmin(Self.versions, stale, key: nil).problem()
            #expect(refused.code == .contentConflict && refused.over == 3)
            #expect(refused.problems?.contains { $0.found == "item item-10: price: 100" } == true)
        }
    }

    @Test func `the list tells what became of versions that were scheduled`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let friday = server.time.now + .hours(2)
        for title in ["One", "Two", "Three"] {
            _ = try answer(await publish(server, Self.files(title: title), from: friday))
        }
        func list() async throws -> [ContentVersionRecord] {
            try await server.getAsAdmin(Self.versions, as: ContentVersionsAnswer.self).versions
        }
        #expect(try await list().map(\.number) == [3, 2, 1])
        #expect(try await list().map(\.replacedBy) == [nil, 3, 3])
        let request = ContentCancellationRequest(version: 2, reason: "")
        _ = try await server.postAsAdmin("/v1/admin/content/cancel", request, key: nil)
        #expect(try await list().map { $0.cancelled != nil } == [false, true, true])
        #expect(try await list().map(\.replacedBy) == [nil, nil, nil])
    }

    @Test func `nothing is published from an instant that is past or too far ahead`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        for from in [server.time.now - .minutes(2), server.time.now + .days(400)] {
            let answer = try await publish(server, Self.files(title: "Lost"), from: from)
            #expect(answer.status == 400 && answer.text.contains("from now to a year ahead"))
        }
        let late = try await publish(server, Self.files(title: "Late"), from: server.time.now - .seconds(30))
        #expect(late.status == 200)
    }

    @Test func `a misspelt member is refused, since what it should have said would be lost`() async throws {
        struct Misspelt: Encodable {
            let files: [ContentFileMessage]
            let reason = "because"
            let at: Int64
        }
        let (server, _) = try await VirtualServer.withAdmins()
        let asked = Misspelt(files: Self.files(title: "Friday"), at: 1)
        let answer = try await server.postAsAdmin(Self.versions, asked, key: nil, token: "boss")
        #expect(answer.status == 400 && answer.text.contains("at in the body can't be read"))
        #expect(server.engine.content.current.title != "Friday")
    }

    @Test func `the versions are listed, the newest first, with the one in force`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        for title in ["One", "Two", "Three"] { _ = try answer(await publish(server, Self.files(title: title))) }
        let page: ContentVersionsAnswer = try await server.getAsAdmin("\(Self.versions)?limit=2")
        #expect(page.versions.map(\.number) == [3, 2] && page.next == 2 && page.inForce == 3)
        let rest: ContentVersionsAnswer = try await server.getAsAdmin("\(Self.versions)?before=2")
        #expect(rest.versions.map(\.number) == [1] && rest.next == nil)
        let one: ContentVersionRecord = try await server.getAsAdmin("\(Self.versions)/1")
        #expect(one == rest.versions[0])
        #expect(try await server.askAsAdmin("\(Self.versions)/4").status == 404)
    }

    @Test func `the difference names items, prices, stores and how shares move`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        var two = Self.files(items: 61)
        two[1] = ContentFileMessage(
            path: "items.csv", text: two[1].text.replacing("2020-01-01,100,,\n", with: "2020-01-01,111,,\n"))
        two[0] = ContentFileMessage(
            path: "content.yaml",
            text: two[0].text.replacing("positions: 4", with: "positions: 5, weights: [{factor: 3, sets: [set-1]}]"))
        _ = try answer(await publish(server, Self.files()))
        _ = try answer(await publish(server, two))
        let difference: ContentDifferenceAnswer = try await server.getAsAdmin(
            "/v1/admin/content/difference?from=1&to=2")
        #expect(difference.title == nil)
        #expect(difference.items.map(\.id) == ["item-10", "item-61"])
        #expect(difference.items.map(\.kind) == ["changed", "added"])
        #expect(difference.items[0].fields == [.init(name: "price", before: "100", after: "111")])
        #expect(
            difference.stores.first?.fields == [
                .init(name: "positions", before: "4", after: "5"),
                .init(name: "weights", before: nil, after: "{factor: 3, sets: [set-1]}"),
            ])
        // Of 60 items in four sets each set is a quarter; of 61, of which 16 with the weight 3, 48 of 93.
        let set = try #require(difference.shifts.first)
        #expect((set.store, set.set, set.byWeights) == ("main", "set-1", false))
        #expect(abs(set.before - 250_000) < 40_000 && abs(set.after - 516_129) < 40_000)
        #expect(try await server.askAsAdmin("/v1/admin/content/difference?from=1").status == 400)
        #expect(try await server.askAsAdmin("/v1/admin/content/difference?from=1&to=7").status == 404)
    }

    @Test(arguments: ["../x.csv", "/etc/x.csv", "a//b.csv", "./x.csv", ""])
    func `no path leads out of the folder`(path: String) async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let files = Self.files() + [ContentFileMessage(path: path, text: "")]
        #expect(try await publish(server, files).code() == .badRequest)
    }

    @Test func `no file that nothing names gets into a version, such as settings with their secrets`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let secret = ContentFileMessage(path: "shelflife.yaml", text: "appSecrets: {bazaar: hush}")
        let refused = try await publish(server, Self.files() + [secret])
        #expect(try refused.code() == .contentRefused)
        #expect(try refused.problem().problems?.map(\.text).joined().contains("settings are never published") == true)
        #expect(!refused.text.contains("hush"))
    }

    @Test func `content has a thousand files at most, and a thousand stores`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let many = (0...1000).map { ContentFileMessage(path: "\($0).csv", text: "") }
        let refused = try await publish(server, many)
        #expect(try refused.problem().detail.hasPrefix("There may be 1000 files at most;"))
        let stores = (0..<1000).map { "  - {id: s\($0), positions: 1}\n" }.joined()
        let crowded = try await publish(server, Self.files(more: stores))
        #expect(crowded.status == 422 && crowded.text.contains("found 1001 stores, expected at most 1000"))
    }

    @Test func `a label is counted in Unicode's scalars, so that no mark makes it longer than it says`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let marked = "e" + String(repeating: "\u{301}", count: 200)
        #expect(try await publish(server, Self.files(title: marked)).status == 422)
        #expect(try await publish(server, Self.files(title: String(marked.unicodeScalars.prefix(200)))).status == 200)
    }

    @Test func `it takes the scope, and every use and refusal is in the audit log`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        #expect(try await publish(server, Self.files(), token: "reader").status == 403)
        _ = try answer(await publish(server, Self.files()))
        _ = try answer(await publish(server, Self.files()))
        _ = try await publish(server, Self.files(positions: "0"))
        _ = try await server.askAsAdmin("\(Self.versions)/1/files")
        let uses = try await server.getAsAdmin("/v1/admin/audit", as: AuditAnswer.self).uses.reversed().map(\.self)
        #expect(uses.map(\.status) == [403, 200, 200, 422, 200])
        #expect(uses.map(\.by) == ["ralph", "anna", "anna", "anna", "anna"])
        #expect(uses[1].reason == "version 1: because")
        #expect(uses[4].what == "GET \(Self.versions)/1/files")
    }

    @Test func `content that files own is published in no other way, and what changes nothing goes on`() async throws {
        let owned = ContentSettings(owner: .files, source: "https://git.example.com/shop")
        let (server, _) = try await VirtualServer.withAdmins(owned: owned)
        let reason = "The content of this server is made in files, so nothing was changed; change them at https://git"
        _ = try await put(server, Self.files(), over: 0)
        let back = ContentRollBackRequest(to: 1, reason: "", base: 0, over: .max)
        let draft = ContentDraftPublicationRequest(revision: 1, reason: "", base: 0, over: .max)
        for refused in [
            try await publish(server, Self.files()),
            try await server.postAsAdmin(Self.draft + "/publish", draft, key: nil),
        ] {
            #expect(try refused.code() == .filesOwnContent)
            #expect(try refused.problem().detail.hasPrefix(reason))
        }
        #expect(try await server.postAsAdmin("/v1/admin/content/roll-back", back, key: nil).code() == .notFound)
        let tried = ContentTrialRequest(files: Self.files(), base: 0)
        let trial = try WireJSON.decode(
            ContentTrialAnswer.self, try await server.postAsAdmin("/v1/admin/content/try", tried, key: nil).body)
        #expect(trial.isPossible && trial.problems.contains { $0.text.hasSuffix("publishing it is refused") })
        #expect(try await server.getAsAdmin(Self.versions, as: ContentVersionsAnswer.self).versions.isEmpty)
    }

    @Test func `a server without files reads none again`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        #expect(try await server.postAsAdmin("/v1/admin/content/reload", [String: String](), key: nil).status == 404)
    }

    private static let draft = "/v1/admin/content/drafts/autumn"

    private func put(
        _ server: VirtualServer, _ files: [ContentFileMessage], over revision: Int64
    ) async throws -> InProcessClient.Answer {
        try await server.client.send(
            Self.draft, method: .put, headers: VirtualServer.adminHeaders(key: nil, token: "boss"),
            body: WireJSON.encode(ContentDraftRequest(files: files, revision: revision)))
    }

    @Test func `who may write content and not read it is told nothing of what others have written`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try answer(await publish(server, Self.files()))
        _ = try answer(await publish(server, Self.files(items: 70), from: server.time.now + .hours(1)))
        let scheduled = try answer(await publish(server, Self.files(title: "Ours"), token: "boss"))
        #expect(scheduled.next?.number == 2)
        let untold = try answer(await publish(server, Self.files(title: "Theirs"), token: "writer"))
        #expect(untold.isNew && untold.next == nil)
        let own = try await publish(server, Self.files(positions: "none"), token: "writer")
        #expect(try own.problem().problems?.map(\.line) == [4], "what is wrong with one's own content is told")
        _ = try await put(server, Self.files(positions: "none"), over: 0)
        let publication = ContentDraftPublicationRequest(revision: 1, reason: "", base: 0, over: .max)
        for (token, isTold) in [("boss", true), ("writer", false)] {
            let refused = try await server.postAsAdmin(Self.draft + "/publish", publication, key: nil, token: token)
            #expect(try refused.code() == .contentRefused)
            #expect(try refused.problem().problems?.isEmpty == (isTold ? false : nil))
            #expect(refused.text.contains("positions") == isTold)
        }
    }

    @Test func `a sealed store isn't made a prefetched one unless its content says that this is meant`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let refused = try await publish(server, Self.files(positions: "4, lead: 10m"))
        #expect(try refused.code() == .contentRefused)
        #expect(try refused.problem().detail.contains("write prefetched: true beside the lead"))
        _ = try answer(await publish(server, Self.files(positions: "4, lead: 10m, prefetched: true")))
    }

    @Test func `a draft is kept with its errors, changed over its revision, and published`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let broken = try await put(server, Self.files(positions: "none"), over: 0)
        let first = try WireJSON.decode(ContentDraftAnswer.self, broken.body)
        #expect(first.draft.revision == 1 && first.problems.map(\.line) == [4])
        #expect(try await put(server, Self.files(), over: 0).code() == .contentConflict)
        #expect(try await put(server, Self.files(title: "Autumn"), over: 1).status == 200)
        let seen: ContentDraftAnswer = try await server.getAsAdmin(Self.draft)
        #expect(seen.draft.revision == 2 && seen.files == Self.files(title: "Autumn"))
        #expect(seen.problems.map(\.found) == ["no store bazaar, which is open"])
        let list: ContentDraftsAnswer = try await server.getAsAdmin("/v1/admin/content/drafts")
        #expect(list.drafts == [seen.draft])
        #expect(server.engine.content.current.title == "Test")
        let stale = try await server.postAsAdmin(
            Self.draft + "/publish", ContentDraftPublicationRequest(revision: 1, reason: "", base: 0, over: .max),
            key: nil)
        #expect(try stale.code() == .contentConflict)
        let published = try answer(
            await server.postAsAdmin(
                Self.draft + "/publish",
                ContentDraftPublicationRequest(revision: 2, reason: "it is time", base: 0, over: .max), key: nil))
        #expect(published.version.digest == seen.draft.digest && published.version.reason == "it is time")
        #expect(server.engine.content.current.title == "Autumn")
        #expect(try await server.askAsAdmin(Self.draft).status == 404)
    }

    @Test func `a hundred drafts are kept, and each of them can still be changed`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        for number in 1...100 {
            let content = StoredContent([])
            _ = try await server.database.keep(
                content, asDraft: "d\(number)", over: 0, by: "anna", at: server.time.now
            ) { _ in nil }
        }
        let refused = try await put(server, Self.files(), over: 0)
        #expect(refused.status == 409)
        #expect(try refused.problem().detail.hasPrefix("There are 100 drafts, and no more can be kept;"))
        _ = try await server.database.deleteContentDraft("d1", revision: 1) { _ in nil }
        #expect(try await put(server, Self.files(), over: 0).status == 200)
        #expect(try await put(server, Self.files(title: "Other"), over: 1).status == 200)
    }

    @Test func `a draft is deleted by an admin who has seen its revision`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try await put(server, Self.files(), over: 0)
        for (query, status) in [("", 400), ("?revision=2", 409), ("?revision=1", 200), ("?revision=1", 404)] {
            let answer = try await server.client.send(
                Self.draft + query, method: .delete, headers: VirtualServer.adminHeaders(key: nil, token: "boss"))
            #expect(answer.status == status)
        }
        let uses = try await server.getAsAdmin("/v1/admin/audit", as: AuditAnswer.self).uses.reversed().map(\.status)
        #expect(uses == [200, 400, 409, 200, 404])
    }

    @Test func `a broken draft can't be published, and stays`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        _ = try await put(server, Self.files(positions: "none"), over: 0)
        let refused = try await server.postAsAdmin(
            Self.draft + "/publish", ContentDraftPublicationRequest(revision: 1, reason: "", base: 0, over: .max),
            key: nil)
        #expect(try refused.code() == .contentRefused)
        #expect(try await server.askAsAdmin(Self.draft).status == 200)
    }
}
