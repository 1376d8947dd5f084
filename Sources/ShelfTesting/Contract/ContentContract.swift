import ShelfDatabase
import ShelfModel

extension DatabaseContract {
    /// The promises of every database about content versions and drafts.
    package static let content: [DatabaseContract] = [
        DatabaseContract("content versions count up, and only from the newest") { database in
            try expect(await database.contentVersion(inForceAt: .distantFuture) == nil, "it begins with a version")
            let first = try await database.add(Versions.new(1), after: 0) { _ in nil }
            try expect(first == Versions.new(1).numbered(1), "the first isn't numbered 1")
            for stale: Int64 in [0, 2, 9] {
                let refused = try await database.add(Versions.new(2), after: stale) { _ in nil }
                try expect(refused == nil, "one that is based on \(stale) was taken")
            }
            try expect(await database.contentFiles(Versions.content(2).digest) == nil, "a refused one left its files")
            let second = try await database.add(Versions.new(2), after: 1) { _ in nil }
            try expect(second?.number == 2, "the second isn't numbered 2")
            try expect(
                await database.contentVersions(before: nil, limit: 9) == [second, first].compactMap(\.self),
                "they are lost or unordered")
            try expect(await database.contentVersions(before: 2, limit: 9).map(\.number) == [1], "a page is wrong")
            try expect(await database.contentVersion(1) == first, "a version is another")
            try expect(await database.contentVersion(3) == nil, "a version shows that isn't there")
        },
        DatabaseContract("content is kept byte for byte, and the same file only once") { database in
            let (one, two) = (Versions.content(1), Versions.content(1, 2))
            for (newest, content) in [(0, one), (1, two), (2, one)] as [(Int64, StoredContent)] {
                _ = try await database.add(Versions.new(content), after: newest) { _ in nil }
            }
            for content in [one, two] {
                try expect(
                    await database.contentFiles(content.digest) == content.files.map(\.file), "files are others")
            }
            try expect(await database.contentVersion(3)?.digest == one.digest, "the same content is another version's")
        },
        DatabaseContract("a version keeps its zones, and another version of the same content its own") { database in
            let change = Zone.Change(at: Trade.noon, offset: .minutes(-570))
            let one = Zone(name: "Test/One", first: .hours(1), changes: [change])
            let two = Zone(name: "Test/Two", first: .zero, changes: [])
            let moved = Zone(name: "Test/One", first: .hours(1), changes: [])
            for (newest, zones) in [(0, [two, one]), (1, [moved]), (2, [])] as [(Int64, [Zone])] {
                let version = Versions.new(Versions.content(1), zones: zones)
                _ = try await database.add(version, after: newest) { _ in nil }
            }
            _ = try await database.add(Versions.new(Versions.content(1), zones: [moved]), after: 0) { _ in nil }
            try expect(await database.contentZones(of: 1) == [one, two], "they are others, or not sorted by name")
            try expect(await database.contentZones(of: 2) == [moved], "a version has another's")
            for none: Int64 in [3, 4, 0] {
                try expect(await database.contentZones(of: none) == [], "version \(none) has some")
            }
        },
        DatabaseContract("that version is in force whose instant came last, of equal ones the highest number") {
            database in
            let starts: [Int64] = [100, 900, 500, 500]
            for (index, start) in starts.enumerated() {
                _ = try await database.add(Versions.new(UInt8(index), from: start), after: Int64(index)) { _ in nil }
            }
            for (now, number) in [(99, nil), (100, 1), (499, 1), (500, 4), (899, 4), (900, 2)] as [(Int64, Int64?)] {
                let found = try await database.contentVersion(inForceAt: Instant(milliseconds: now))
                try expect(found?.number == number, "at \(now) version \(found?.number ?? 0) is in force")
            }
            let coming = try await database.contentVersions(comingAfter: Instant(milliseconds: 499)).map(\.number)
            try expect(coming == [3, 4, 2], "coming are \(coming)")
        },
        DatabaseContract("a version that is cancelled before its instant never takes effect, and stays in the list") {
            database in
            for (index, start) in [100, 500, 500].enumerated() as EnumeratedSequence<[Int64]> {
                _ = try await database.add(Versions.new(UInt8(index), from: start), after: Int64(index)) { _ in nil }
            }
            func cancel(
                _ number: Int64, at: Int64, by: String = "ann"
            ) async throws -> (version: ContentVersion, isNew: Bool, replaced: [ContentVersion])? {
                let cancellation = ContentVersion.Cancellation(by: by, at: Instant(milliseconds: at), reason: "no")
                return try await database.cancelContentVersion(number, cancellation) { _ in nil }
            }
            try expect(await cancel(9, at: 1) == nil, "a version that isn't there was cancelled")
            let begun = try await cancel(3, at: 500)
            try expect(begun?.version.cancellation == nil && begun?.isNew == false, "one that has begun was cancelled")
            let cancelled = try await cancel(3, at: 499)
            try expect(cancelled?.version.cancellation?.by == "ann" && cancelled?.isNew == true, "it isn't cancelled")
            let again = try await cancel(3, at: 400, by: "bob")
            try expect(again?.version == cancelled?.version && again?.isNew == false, "it was cancelled twice")
            try expect(await database.contentVersion(3) == cancelled?.version, "the cancellation isn't kept")
            let at = Instant(milliseconds: 500)
            try expect(cancelled?.replaced.map(\.number) == [2], "the one whose place it had taken isn't cancelled")
            try expect(await database.contentVersion(inForceAt: at)?.number == 1, "another is in force")
            try expect(await database.news(at: at).contentVersion == 1, "another is news")
            try expect(await cancel(2, at: 499)?.isNew == false, "one is cancelled twice")
            try expect(
                await database.contentVersions(comingAfter: Instant(milliseconds: 200)).isEmpty, "one is to come")
            try expect(
                await database.contentVersions(before: nil, limit: 9).map { $0.cancellation != nil }
                    == [true, true, false], "the list doesn't say which are cancelled")
            let player = try await Trade.player(database, coins: 1000)
            let basis = ContentBasis(version: 1, at: at)
            let answer = try await database.settle([Trade.order(player, "a", at: Trade.noon, basis: basis)])[0]
            try expect(answer.verdict?.isSold == true, "a cancelled version overtakes the terms of an order")
        },
        DatabaseContract("a window isn't stored when the version it was made by is no longer in force at its instant") {
            database in
            for store in ["main", "other"] { _ = try await database.create(Records.store(store)) }
            for (index, start) in [0, 660_000, 660_000].enumerated() as EnumeratedSequence<[Int64]> {
                _ = try await database.add(Versions.new(UInt8(index), from: start), after: Int64(index)) { _ in nil }
            }
            let first = Records.publication(minute: 10, positions: [0], by: 1)
            try expect(await database.publish([first]).isEmpty, "a version isn't taken before the next one's instant")
            let head = try await database.head(of: "main")
            for stale: Int64 in [1, 2] {
                let late = Records.publication(minute: 11, positions: [1], after: head, by: stale)
                try expect(await database.publish([late]) == ["main"], "version \(stale) makes a window after it")
            }
            let next = Records.publication(minute: 11, positions: [1], after: head, by: 3)
            let early = Records.publication(minute: 10, positions: [0], by: 3, of: "other")
            try expect(await database.publish([next, early]).isEmpty, "the version in force isn't taken")
            let unnumbered = Records.publication(
                minute: 12, positions: [2], after: try await database.head(of: "main"))
            try expect(await database.publish([unnumbered]).isEmpty, "content without a number isn't taken")
        },
        DatabaseContract("an order isn't judged on the terms of a version that is no longer in force") { database in
            let player = try await Trade.player(database, coins: 1000)
            let change = Trade.noon.milliseconds + 5
            for (index, start) in [0, change].enumerated() {
                _ = try await database.add(Versions.new(UInt8(index), from: start), after: Int64(index)) { _ in nil }
            }
            func order(_ key: String, _ version: Int64?, afterMs: Int64) -> PurchaseOrder {
                let at = Trade.noon + .milliseconds(afterMs)
                return Trade.order(
                    player, key, at: Trade.noon, basis: version.map { ContentBasis(version: $0, at: at) })
            }
            let answers = try await database.settle([
                order("a", 1, afterMs: 4), order("b", 1, afterMs: 5), order("c", 2, afterMs: 4),
                order("d", 2, afterMs: 5), order("e", nil, afterMs: 5), order("f", 9, afterMs: 5),
            ])
            try expect(answers[1] == .newerContent, "it is \(answers[1])")
            for (index, answer) in answers.enumerated() where index != 1 {
                try expect(answer.verdict?.isSold == true, "the order with index \(index) isn't sold")
            }
            try expect(await database.settled(order("b", 1, afterMs: 5).id) == nil, "what wasn't judged is kept")
            let again = try await database.settle([order("a", 1, afterMs: 9), order("b", 2, afterMs: 9)])
            try expect(again[0].verdict == answers[0].verdict, "what was judged before isn't told again")
            try expect(again[1].verdict?.isSold == true, "the same order on other terms isn't judged")
            try expect(await database.balances(of: player) == ["coins": 760], "the balance is wrong")
        },
        DatabaseContract("asking whether orders can be judged changes nothing") { database in
            for _ in 0..<2 { try await database.checkOrders() }
            try expect(
                await database.contentFiles([UInt8](repeating: 0, count: 32)) == nil, "something was written")
        },
        DatabaseContract("where a version came from is kept, and the newest from files is found") { database in
            try expect(await database.newestContentVersionFromFiles() == nil, "it begins with one")
            let origins: [ContentVersion.Origin] = [.files, .files, .published, .rolledBack(to: 1)]
            for (index, origin) in origins.enumerated() {
                let new = Versions.new(UInt8(index), origin: origin)
                _ = try await database.add(new, after: Int64(index)) { _ in nil }
            }
            try expect(
                await database.contentVersions(before: nil, limit: 9).reversed().map(\.origin) == origins,
                "an origin is another")
            try expect(await database.newestContentVersionFromFiles()?.number == 2, "another is the newest from files")
        },
        DatabaseContract("a draft is changed only over its present revision") { database in
            let (noon, one, two) = (Trade.noon, Versions.content(1), Versions.content(2))
            let made = try await database.keep(one, asDraft: "autumn", over: 0, by: "ann", at: noon) { _ in nil }
            try expect(made?.revision == 1, "a new draft's revision isn't 1")
            for stale: Int64 in [0, 2] {
                let refused = try await database.keep(
                    two, asDraft: "autumn", over: stale, by: "bob", at: noon
                ) { _ in nil }
                try expect(refused == nil, "a change over revision \(stale) was taken")
            }
            try expect(await database.contentDraft("autumn") == made, "a refused change has changed it")
            let next = try await database.keep(two, asDraft: "autumn", over: 1, by: "bob", at: noon) { _ in nil }
            try expect(next?.revision == 2 && next?.author == "bob", "the next revision is another")
            try expect(await database.contentFiles(two.digest) == two.files.map(\.file), "its files are others")
            try expect(await database.contentFiles(one.digest) == nil, "files stay that nothing has any more")
            try expect(await !database.deleteContentDraft("autumn", revision: 1) { _ in nil }, "a stale one deletes it")
            try expect(await database.deleteContentDraft("autumn", revision: 2) { _ in nil }, "it isn't deleted")
            try expect(await database.contentDrafts().isEmpty, "a deleted draft is still there")
        },
        DatabaseContract("deleting a draft leaves what a version or another draft has too") { database in
            let content = Versions.content(1, 2)
            for (name, content) in [("b", content), ("a", content), ("c", Versions.content(1))] {
                _ = try await database.keep(content, asDraft: name, over: 0, by: "ann", at: Trade.noon) { _ in nil }
            }
            try expect(await database.contentDrafts().map(\.name) == ["a", "b", "c"], "drafts are lost or unordered")
            for name in ["a", "c"] { _ = try await database.deleteContentDraft(name, revision: 1) { _ in nil } }
            try expect(await database.contentFiles(content.digest)?.count == 2, "another draft's files went")
            _ = try await database.add(Versions.new(content), after: 0) { _ in nil }
            _ = try await database.deleteContentDraft("b", revision: 1) { _ in nil }
            try expect(await database.contentFiles(content.digest)?.count == 2, "a version's files went")
        },
        DatabaseContract("what changes content is in the audit log, and so is what was refused") { database in
            @Sendable func entry(_ status: Int) -> AuditEntry {
                AuditEntry(id: 0, at: Trade.noon, by: "ann", what: "POST", status: status)
            }
            for _ in 0..<2 {
                _ = try await database.add(Versions.new(1), after: 0) { entry($0 == nil ? 409 : 200) }
                _ = try await database.keep(
                    Versions.content(1), asDraft: "a", over: 0, by: "ann", at: Trade.noon
                ) { entry($0 == nil ? 409 : 201) }
            }
            _ = try await database.deleteContentDraft("a", revision: 7) { entry($0 ? 204 : 409) }
            let log = try await database.auditLog(before: nil, limit: 9).reversed().map(\.status)
            try expect(log == [200, 201, 409, 409, 409], "the log says \(log)")
        },
    ]
}

extension ConcurrencyContract {
    /// The promises of every database about content that several servers change at the same time.
    package static let content: [ConcurrencyContract] = [
        ConcurrencyContract("of two next content versions one is kept, and no number is given twice") { two in
            for newest in 0..<20 as Range<Int64> {
                let added = try await two.atOnce { database, server in
                    try await database.add(Versions.new(UInt8(server)), after: newest) { _ in nil }
                }
                try expect(added.compactMap { $0?.number } == [newest + 1], "after \(newest) came \(added)")
            }
            let numbers = try await two[0].contentVersions(before: nil, limit: 99).map(\.number)
            try expect(numbers == (1...20).reversed(), "the numbers are \(numbers)")
        },
        ConcurrencyContract("of two changes of a draft one is kept") { two in
            for revision in 0..<20 as Range<Int64> {
                let kept = try await two.atOnce { database, server in
                    try await database.keep(
                        Versions.content(UInt8(server), UInt8(revision)), asDraft: "autumn", over: revision,
                        by: "\(server)", at: Trade.noon
                    ) { _ in nil }
                }
                try expect(kept.compactMap { $0?.revision } == [revision + 1], "over \(revision) came \(kept)")
                try expect(
                    await two[1].contentDraft("autumn") == kept.compactMap(\.self).first, "the draft is another's")
            }
        },
    ]
}

enum Versions {
    /// Content with a file for each of the seeds.
    static func content(_ seeds: UInt8...) -> StoredContent {
        StoredContent(
            digest: Records.bytes(seeds.reduce(100) { $0 &* 31 &+ $1 }, 32),
            files: seeds.map { seed in
                StoredContent.File(
                    file: ContentFile(path: "items-\(seed).csv", bytes: [0xEF, 0xBB, 0xBF, 13, 10, seed, 0, 255]),
                    digest: Records.bytes(seed, 32))
            })
    }

    static func new(_ seed: UInt8, origin: ContentVersion.Origin = .published, from: Int64 = 0) -> NewContentVersion {
        new(content(seed), origin: origin, from: from)
    }

    static func new(
        _ content: StoredContent, origin: ContentVersion.Origin = .published, from: Int64 = 0, zones: [Zone] = []
    ) -> NewContentVersion {
        NewContentVersion(
            content: content, author: "ann", at: Trade.noon, reason: "why not", origin: origin,
            from: Instant(milliseconds: from), zones: zones)
    }
}
