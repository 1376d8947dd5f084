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

    /// Keeps a bundle. Up to its first write it ends with the task, and from there on it doesn't.
    ///
    /// - Parameter digest: the SHA-256 that its sender has computed.
    /// - Returns: the pack. The bundle doesn't name it.
    /// - Throws: ``FileRefusal``, ``ShelfWire/PackFault``, ``ConfigurationProblems``, or the database's error.
    package func add(_ bundle: [UInt8], named digest: [UInt8]) async throws -> Pack {
        let pack = try await inBackground {
            guard FileDigest.of(bundle) == digest else { throw FileRefusal.otherDigest(FileDigest.of(bundle)) }
            return try PackFolder.load(bundle: PackBundle.read(bundle), named: nil)
        }
        try await offEventLoop { [files, timeline] in
            try await files.add(bundle, named: digest, at: timeline.now)
        }
        return pack
    }

    /// - Returns: a bundle's bytes; `nil` when there is none, also for another file.
    package func bundle(_ digest: [UInt8]) async throws -> [UInt8]? {
        try await files.bytes(of: digest).flatMap { PackBundle.isBundle($0) ? $0 : nil }
    }

    /// The number of the release that a content's pack has; `nil` when none was made of it, or its pictures have changed.
    package func release(of pack: ContentPack) -> Int? { book.shelf.release(of: source(of: pack), pack.id) }

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
                var shown: [[UInt8]: Instant] = [:]
                for release in order.pointer(after: last).releases {
                    guard let pack = try await self.read(release, of: order.pack) else { continue }
                    try await self.makeDeltas(to: release, pack, for: order.channel, shelf)
                    for name in self.pictures(of: pack) { shown[name] = self.timeline.earliest }
                }
                let judgement = try await self.database.move(order, word: word, showing: shown, audit: audit)
                if !shown.isEmpty { try await self.pictures.load() }
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

    func prepare(_ packs: [ContentPack], version: Int64, waitingForPictures waits: Bool) async throws {
        guard !packs.isEmpty else { return }
        try await work.run {
            var (isNew, failure) = (false, (any Error)?.none)
            for pack in packs where release(of: pack) == nil {
                if waits, pack.pictures.values.contains(where: { pictures.picture(of: $0) == nil }) { continue }
                do {
                    try await release(pack, version)
                    isNew = true
                } catch {
                    // The other packs don't wait for this one.
                    failure = failure ?? error
                }
            }
            if isNew { try await book.load() }
            if let failure { throw failure }
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
                do {
                    let difference = PackDifference(
                        from: try await frozen(former).pack, to: try await frozen(next).pack)
                    let change = ContentDifferenceAnswer.PackChange(difference, of: id)
                    if change.engine != nil || !change.levels.isEmpty { changes.append(change) }
                } catch is MissingBundles {
                    changes.append(.init(pack: id, kind: "changed", engine: nil, levels: [], more: 0))
                }
            default: break
            }
        }
        return changes
    }

    /// Makes a release of a pack.
    private func release(_ pack: ContentPack, _ version: Int64) async throws {
        let (frozen, bareLevels) = try await frozen(pack)
        let snapshot = try TemporarySnapshot.bytes(of: frozen)
        let whole = PackDeltaFile.bytes(of: PackDelta(from: Pack.empty(pack.id), to: frozen))
        let file = FileHead(digest: FileDigest.of(snapshot), length: snapshot.count)
        let wholeFile = FileHead(digest: FileDigest.of(whole), length: whole.count)
        let release = StoredPackRelease(
            pack: pack.id, number: 0, content: frozen.content, engine: frozen.engine, levels: frozen.levels.count,
            bareLevels: bareLevels, snapshot: file, version: version, at: timeline.now)
        _ = try await database.keep(contentSeed: randomness.bytes(32))
        // Only if a file is forgotten meanwhile, it is stored again.
        repeat {
            try await files.add(snapshot, named: file.digest, at: timeline.now)
            try await files.add(whole, named: wholeFile.digest, at: timeline.now)
        } while try await database.add(release, whole: wholeFile, of: source(of: pack)) == nil
    }

    /// The pack with the public names of its pictures. Where there is no picture the level has no background.
    private func frozen(_ content: ContentPack) async throws -> (pack: Pack, bareLevels: Int) {
        guard let bytes = try await files.bytes(of: content.bundle) else { throw MissingBundles(packs: [content.id]) }
        let pack = try PackFolder.load(bundle: PackBundle.read(bytes), named: content.id)
        let levels = pack.levels.map { level in
            guard level.hasPicture, let name = level.background else { return level }
            return level.with(background: publicName(of: name, in: content).map { Base64URL.encode($0) })
        }
        let bareLevels = zip(pack.levels, levels).count { $0.hasPicture && $1.background == nil }
        return (Pack(id: pack.id, engine: pack.engine, levels: levels), bareLevels)
    }

    /// What the release of a pack is made of: the bundle, and what its pictures are, so that another picture makes
    /// another release.
    private func source(of pack: ContentPack) -> [UInt8] {
        var fields = LevelFields()
        fields.write(pack.bundle)
        for path in pack.pictures.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            fields.write(path)
            fields.write(publicName(of: path, in: pack) ?? [])
        }
        return FileDigest.of(fields.bytes)
    }

    private func publicName(of path: String, in pack: ContentPack) -> [UInt8]? {
        pack.pictures[path].flatMap(pictures.picture(of:))?.picture.name
    }

    /// The names of a release's pictures.
    private func pictures(of pack: Pack) -> [[UInt8]] {
        Set(pack.levels.compactMap(\.background)).compactMap { Base64URL.decode($0) }
            .filter { pictures.picture(named: $0) != nil }
    }

    /// Makes the deltas from what a channel's devices may have. Those for which the shop has no room are left out; devices
    /// then take the release whole.
    private func makeDeltas(
        to number: Int, _ after: Pack, for channel: String, _ shelf: PackShelf
    ) async throws {
        let pack = after.id
        guard let release = shelf.release(number, of: pack) else { return }
        let earlier = shelf.history(of: channel, pack).filter { $0 != number }.prefix(PackShelf.mostDeltas)
        var deltas: [StoredPackDelta] = []
        for from in earlier where !shelf.hasDelta(from: from, to: number, of: pack) {
            guard let former = try await read(from, of: pack) else { continue }
            let bytes = PackDeltaFile.bytes(of: PackDelta(from: former, to: after))
            guard bytes.count < release.snapshot.length else { continue }
            let file = FileHead(digest: FileDigest.of(bytes), length: bytes.count)
            do {
                try await files.add(bytes, named: file.digest, at: timeline.now)
            } catch FileRefusal.noRoom {
                break
            }
            deltas.append(StoredPackDelta(pack: pack, from: from, to: number, file: file))
        }
        try await database.add(deltas)
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
