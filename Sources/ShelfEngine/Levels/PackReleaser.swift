import Foundation
import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel
import ShelfPacks
import ShelfWire

/// Makes releases of the packs that content has, and moves channels.
package final class PackReleaser: Sendable {
    private let book: PackBook
    private let database: any PackDatabase
    private let files: FileStore
    private let pictures: PictureBook
    private let timeline: Timeline
    private let randomness: Randomness
    private let work = SerialWork()

    init(
        book: PackBook, pictures: PictureBook, database: any PackDatabase & FileDatabase, timeline: Timeline,
        randomness: Randomness
    ) {
        self.book = book
        self.pictures = pictures
        self.database = database
        self.timeline = timeline
        self.randomness = randomness
        files = FileStore(database: database)
    }

    /// Keeps a bundle.
    ///
    /// - Parameter digest: the SHA-256 that its sender has computed.
    /// - Returns: the pack. The bundle doesn't name it.
    /// - Throws: ``FileRefusal``, ``ShelfWire/PackFault``, ``ConfigurationProblems``, or the database's error.
    package func add(_ bundle: [UInt8], named digest: [UInt8]) async throws -> Pack {
        let pack = try await offEventLoop {
            guard FileDigest.of(bundle) == digest else { throw FileRefusal.otherDigest(FileDigest.of(bundle)) }
            return try PackFolder.load(bundle: PackBundle.read(bundle), named: nil)
        }
        try await files.add(bundle, named: digest, at: timeline.now)
        return pack
    }

    /// - Returns: a bundle's bytes; `nil` when there is none.
    package func bundle(_ digest: [UInt8]) async throws -> [UInt8]? { try await files.bytes(of: digest) }

    /// - Returns: the bundles that aren't stored.
    package func missing(of bundles: [[UInt8]], at instant: Instant) async throws -> [[UInt8]] {
        try await files.renew(bundles, at: instant)
    }

    /// Moves a channel. Before it points at a release there are the deltas from what its devices may have.
    ///
    /// - Parameter audit: makes the entry for the audit log from the result.
    /// - Returns: `nil` when the pack has no such release.
    package func move(
        _ order: PackMoveOrder, audit: @escaping @Sendable (PackMoveOrder.Judgement?) -> AuditEntry?
    ) async throws -> PackMoveOrder.Judgement? {
        try await offEventLoop {
            try await self.work.run {
                try await self.book.load()
                let shelf = self.book.shelf
                let word = Hex.encode(self.randomness.bytes(PackMoveOrder.wordDigits / 2))
                let last = shelf.channel(order.channel, of: order.pack)
                if case .moved(let move) = order.judge(after: last, word: word) {
                    for release in move.pointer.releases {
                        try await self.prepare(release, of: order.pack, for: order.channel, shelf)
                    }
                }
                let judgement = try await self.database.move(order, word: word, audit: audit)
                try await self.book.load()
                return judgement
            }
        }
    }

    /// Reads a release.
    ///
    /// - Returns: `nil` when there is none.
    package func read(_ number: Int, of pack: String) async throws -> Pack? {
        guard let release = book.shelf.release(number, of: pack),
            let bytes = try await files.bytes(of: release.snapshot.digest)
        else { return nil }
        return try TemporarySnapshot.read(bytes)
    }
}

extension PackReleaser: ContentPacks {
    func missing(of packs: [ContentPack], at instant: Instant) async throws -> [ContentPack] {
        let missing = Set(try await files.renew(packs.map(\.bundle), at: instant))
        return packs.filter { missing.contains($0.bundle) }
    }

    func name(_ packs: [ContentPack], at instant: Instant) async throws {
        try await database.nameBundles(packs, at: instant)
    }

    func prepare(_ packs: [ContentPack], version: Int64, waitingForPictures waits: Bool) async throws {
        guard !packs.isEmpty else { return }
        try await work.run {
            try await database.nameBundles(packs, at: timeline.now)
            var isNew = false
            for pack in packs where book.shelf.release(of: pack) == nil {
                if waits, pack.pictures.values.contains(where: { pictures.picture(of: $0) == nil }) { continue }
                try await release(pack, version)
                isNew = true
            }
            if isNew { try await book.load() }
        }
    }

    func difference(
        from before: [ContentPack], to after: [ContentPack]
    ) async throws -> [ContentDifferenceAnswer.PackChange] {
        let (old, new) = (
            Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) }),
            Dictionary(uniqueKeysWithValues: after.map { ($0.id, $0) })
        )
        var changes: [ContentDifferenceAnswer.PackChange] = []
        for id in Set(old.keys).union(new.keys).sorted() {
            switch (old[id], new[id]) {
            case (nil, .some): changes.append(.init(pack: id, kind: "added", engine: nil, levels: [], more: 0))
            case (.some, nil): changes.append(.init(pack: id, kind: "removed", engine: nil, levels: [], more: 0))
            case (let former?, let next?) where former != next:
                try Task.checkCancellation()
                let difference = PackDifference(from: try await read(former), to: try await read(next))
                let change = ContentDifferenceAnswer.PackChange(difference, of: id)
                if change.engine != nil || !change.levels.isEmpty { changes.append(change) }
            default: break
            }
        }
        return changes
    }

    /// Makes a release of a pack.
    private func release(_ pack: ContentPack, _ version: Int64) async throws {
        let frozen = frozen(try await read(pack), pack)
        let snapshot = try TemporarySnapshot.bytes(of: frozen)
        let file = FileHead(digest: FileDigest.of(snapshot), length: snapshot.count)
        let release = StoredPackRelease(
            pack: pack.id, number: 0, content: frozen.content, engine: frozen.engine, levels: frozen.levels.count,
            snapshot: file, version: version, at: timeline.now)
        _ = try await database.keep(contentSeed: randomness.bytes(32))
        // Only if the file is forgotten meanwhile, it is stored again.
        repeat {
            try await files.add(snapshot, named: file.digest, at: timeline.now)
        } while try await database.add(release, of: pack.bundle) == nil
    }

    /// The pack with the public names of its pictures. Where there is no picture the level has no background.
    private func frozen(_ pack: Pack, _ content: ContentPack) -> Pack {
        let levels = pack.levels.map { level in
            guard level.hasPicture, let name = level.background else { return level }
            let picture = content.pictures[name].flatMap(pictures.picture(of:))
            return level.with(background: picture.map { Base64URL.encode($0.picture.name) })
        }
        return Pack(id: pack.id, engine: pack.engine, levels: levels)
    }

    private func read(_ pack: ContentPack) async throws -> Pack {
        guard let bytes = try await files.bytes(of: pack.bundle) else { throw MissingBundles(packs: [pack.id]) }
        return try PackFolder.load(bundle: PackBundle.read(bytes), named: pack.id)
    }

    /// Makes the deltas by which a channel's devices take a release, and shows its pictures.
    private func prepare(_ number: Int, of pack: String, for channel: String, _ shelf: PackShelf) async throws {
        guard let release = shelf.release(number, of: pack), let after = try await read(number, of: pack) else {
            return
        }
        try await show(after)
        let earlier = shelf.history(of: channel, pack).filter { $0 != number }.prefix(PackShelf.mostDeltas)
        var deltas: [StoredPackDelta] = []
        for from in Array(earlier) + [StoredPackDelta.emptyPack]
        where !shelf.hasDelta(from: from, to: number, of: pack) {
            let former = from == StoredPackDelta.emptyPack ? Pack.empty(pack) : try await read(from, of: pack)
            guard let former else { continue }
            let bytes = PackDeltaFile.bytes(of: PackDelta(from: former, to: after))
            guard bytes.count < release.snapshot.length || from == StoredPackDelta.emptyPack else { continue }
            let file = FileHead(digest: FileDigest.of(bytes), length: bytes.count)
            try await files.add(bytes, named: file.digest, at: timeline.now)
            deltas.append(StoredPackDelta(pack: pack, from: from, to: number, file: file))
        }
        try await database.add(deltas)
    }

    /// Notes that a release's pictures can be seen, so that their addresses answer.
    private func show(_ pack: Pack) async throws {
        let names = Set(pack.levels.compactMap(\.background)).compactMap { Base64URL.decode($0) }
        let shown = names.compactMap(pictures.picture(named:)).map { ($0.master, timeline.earliest) }
        try await pictures.show(from: Dictionary(shown) { first, _ in first })
    }
}

extension ContentDifferenceAnswer.PackChange {
    private static let mostLevels = 200

    fileprivate init(_ difference: PackDifference, of pack: String) {
        let levels = difference.entries.map(ContentDifferenceAnswer.LevelChange.init)
        self.init(
            pack: pack, kind: "changed", engine: difference.engine.map { .init(before: $0.before, after: $0.after) },
            levels: Array(levels.prefix(Self.mostLevels)), more: max(0, levels.count - Self.mostLevels))
    }
}
