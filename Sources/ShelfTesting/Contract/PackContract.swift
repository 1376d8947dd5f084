import ShelfDatabase
import ShelfModel

extension DatabaseContract {
    /// The promises of every database to packs of levels.
    package static let packs: [DatabaseContract] = [
        DatabaseContract("the first seed of the content key stays, through an incarnation, too") { database in
            try expect(await database.packs().contentSeed == nil, "a shop begins with a content key")
            let (first, second) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
            try expect(await database.keep(contentSeed: first) == first, "the seed isn't kept")
            try expect(await database.keep(contentSeed: second) == first, "a second seed is kept")
            _ = try await database.beginIncarnation(after: 1, at: Trade.noon)
            try expect(await database.packs().contentSeed == first, "an incarnation changes the key")
        },
        DatabaseContract("releases are numbered for each pack, and the same content is the same release") { database in
            let one = try await Packs.release(1, in: database)
            let two = try await Packs.release(2, in: database)
            let other = try await Packs.release(1, of: "garden", in: database)
            try expect([one.number, two.number, other.number] == [1, 2, 1], "the numbers are others")
            try expect(await Packs.release(1, in: database).number == 1, "the same content is two releases")
            try expect(await database.packs().releases == [other, one, two], "the releases are others")
            let whole = FileHead(digest: Files.digest(1), length: 1)
            let lost = Packs.record(9, of: "warehouse")
            try expect(
                await database.add(lost, whole: whole, of: Files.digest(9)) == nil,
                "a snapshot that isn't there is kept")
            let halved = FileHead(digest: Files.digest(9), length: 1)
            let unfinished = Packs.record(3, of: "warehouse")
            try await Packs.store(3, in: database)
            try expect(
                await database.add(unfinished, whole: halved, of: Files.digest(3)) == nil,
                "a release that can't be read from nothing is kept")
            _ = try await database.add(Packs.record(2, of: "warehouse"), whole: whole, of: Files.digest(200))
            try expect(
                await database.packs().sources.filter { $0.release == 2 }.map(\.digest).contains(Files.digest(200)),
                "it isn't known what a release was made of")
            let deltas = try await database.packs().deltas.map { [$0.from, $0.to] }
            try expect(deltas == [[0, 1], [0, 1], [0, 2]], "the deltas from nothing are others: \(deltas)")
        },
        DatabaseContract("a channel is moved once for each order that changes it, and its releases are shown then") {
            database in
            for number in 1...2 { _ = try await Packs.release(number, in: database) }
            try expect(await Packs.move(to: 3, in: database) == nil, "it points at a release that isn't there")
            guard case .moved(let first)? = try await Packs.move(to: 1, in: database) else {
                throw DatabaseContract.Broken(description: "a channel can't be made")
            }
            try expect(first.sequence == Trade.noon.milliseconds, "the sequence is another")
            try expect(await Packs.move(to: 1, in: database) == .unchanged(first), "the same is moved twice")
            try expect(
                await Packs.move(to: 2, after: 5, in: database) == .movedMeanwhile, "an old look moves a channel")
            guard case .moved(let second)? = try await Packs.move(to: 2, share: 100, in: database) else {
                throw DatabaseContract.Broken(description: "a channel can't be moved")
            }
            try expect(second.sequence == first.sequence + 1, "the sequence doesn't grow")
            try expect(
                second.pointer == PackPointer(release: 2, rollout: PackPointer.Rollout(share: 100, others: 1)),
                "the rollout is another")
            try expect(await database.packs().moves == [first, second], "the moves are others")
            let shown = try await database.packs().releases.map(\.shownFrom)
            try expect(shown == [first.at, second.at], "the releases are shown from other instants")
        },
        DatabaseContract("an incarnation moves every channel again, to where it points, by a later sequence") {
            database in
            _ = try await Packs.release(1, in: database)
            _ = try await Packs.move(to: 1, reach: .newWord, in: database)
            let later = Trade.noon + .hours(1)
            _ = try await database.beginIncarnation(after: 1, at: later)
            let moves = try await database.packs().moves
            try expect(moves.map(\.sequence) == [Trade.noon.milliseconds, later.milliseconds], "nothing is moved")
            try expect(moves.map(\.word) == [Packs.word, Packs.word], "the word is another")
            try expect(moves[1].pointer == moves[0].pointer, "it points elsewhere")
        },
        DatabaseContract("fifty releases are kept, and those that a channel points at, with their files") { database in
            _ = try await Packs.release(1, in: database)
            _ = try await Packs.move(to: 1, in: database)
            for number in 2...53 { _ = try await Packs.release(number, in: database) }
            let numbers = try await database.packs().releases.map(\.number)
            try expect(numbers == [1] + Array(4...53), "other releases are kept: \(numbers)")
            try await database.forgetFiles(untouchedSince: Trade.noon + .hours(1))
            for (number, isThere) in [(1, true), (2, false), (3, false), (4, true), (53, true)] {
                try expect(
                    await (database.file(Files.digest(number)) != nil) == isThere, "file \(number) is there wrongly")
            }
        },
        DatabaseContract("the files of deltas stay, and those of bundles as long as a version or a draft has them") {
            database in
            for number in 1...2 { _ = try await Packs.release(number, in: database) }
            for number in [100, 101, 102, 103] { try await Packs.store(number, in: database) }
            let delta = StoredPackDelta(
                pack: "warehouse", from: 1, to: 2, file: FileHead(digest: Files.digest(100), length: 1))
            let lost = StoredPackDelta(
                pack: "warehouse", from: 5, to: 2, file: FileHead(digest: Files.digest(150), length: 1))
            try await database.add([delta, lost, delta])
            let version = NewContentVersion(
                content: Packs.content(1, bundle: 101), author: "ann", at: Trade.noon, reason: "", origin: .published,
                from: Trade.noon)
            _ = try await database.add(version, after: 0) { _ in nil }
            func keep(_ number: Int, over revision: Int64) async throws {
                _ = try await database.keep(
                    Packs.content(number, bundle: 100 + number), asDraft: "d", over: revision, by: "ann",
                    at: Trade.noon
                ) { _ in nil }
            }
            try await keep(2, over: 0)
            try await keep(3, over: 7)
            let later = Trade.noon + .hours(1)
            try await database.forgetFiles(untouchedSince: later)
            try expect(await database.packs().deltas.contains(delta), "a delta isn't kept")
            try expect(await !database.packs().deltas.contains(lost), "a delta without its file is kept")
            for (number, isThere) in [(100, true), (101, true), (102, true), (103, false)] {
                try expect(
                    await (database.file(Files.digest(number)) != nil) == isThere, "file \(number) is there wrongly")
            }
            _ = try await database.deleteContentDraft("d", revision: 1) { _ in nil }
            try await database.forgetFiles(untouchedSince: later)
            try expect(await database.file(Files.digest(102)) == nil, "a deleted draft's bundle is kept")
            try expect(await database.file(Files.digest(101)) != nil, "a version's bundle is forgotten")
        },
    ]
}

enum Packs {
    static let word = "0123456789abcdef0123456789abcdef"

    static func store(_ number: Int, in database: any FileDatabase) async throws {
        let file = FileHead(digest: Files.digest(number), length: 1)
        _ = try await database.addFile(file, bytes: [UInt8(number)], at: Trade.noon)
    }

    static func content(_ number: Int, bundle: Int) -> StoredContent {
        let file = StoredContent.File(
            file: ContentFile(path: "shelflife.yaml", bytes: [UInt8(number)]), digest: Files.digest(number))
        return StoredContent(digest: Files.digest(number), files: [file], bundles: [Files.digest(bundle)])
    }

    static func record(_ number: Int, of pack: String) -> StoredPackRelease {
        StoredPackRelease(
            pack: pack, number: 0, content: Files.digest(number), engine: 1, levels: number,
            snapshot: FileHead(digest: Files.digest(number), length: 1), version: 1, at: Trade.noon)
    }

    static func release(
        _ number: Int, of pack: String = "warehouse", in database: any ShelfDatabase
    ) async throws -> StoredPackRelease {
        try await store(number, in: database)
        let whole = FileHead(digest: Files.digest(number), length: 1)
        guard
            let release = try await database.add(record(number, of: pack), whole: whole, of: Files.digest(number))
        else {
            throw DatabaseContract.Broken(description: "a release isn't kept")
        }
        return release
    }

    static func move(
        to release: Int, share: Int? = nil, reach: PackMoveOrder.Reach? = nil, after: Int64? = nil,
        in database: any ShelfDatabase
    ) async throws -> PackMoveOrder.Judgement? {
        let order = PackMoveOrder(
            pack: "warehouse", channel: "stable", release: release, share: share, reach: reach, reason: "x", by: "ann",
            at: Trade.noon, after: after)
        return try await database.move(order, word: word, showing: [:]) { _ in nil }
    }
}
