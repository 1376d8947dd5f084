import HTTPTypes
import Hummingbird
import NIOCore
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which designers send packs, look at releases and move channels.
struct PackAdminRoutes: GatedRoutes {
    let book: PackBook
    let releaser: PackReleaser
    let database: any AuditDatabase
    let content: ContentHolder

    func add(to router: GatedRouter) {
        addLooks(to: router)
        router.on(.missingBundles, missing)
        router.on(.packBundleSending, keep)
        router.on(.packMove, move)
    }

    private func addLooks(to router: GatedRouter) {
        router.on(.adminPacks) { _, _ in
            try await book.load()
            return packs()
        }
        router.on(.adminPack) { use, _ in
            try await book.load()
            return try pack(use.names.text("pack"))
        }
        router.on(.packRelease) { use, _ in
            let (record, pack) = try await release(use.names.number("release"), of: use.names.text("pack"))
            return PackReleaseAnswer(record, pack)
        }
        router.on(.packDifference, difference)
        router.on(.packBundle) { use, _ in
            guard let bundle = try await releaser.bundle(use.names.bytes("bundle")) else { throw Problem.notFound }
            return Look(
                answer: Answer(
                    bundle, type: "application/octet-stream", caching: "no-store",
                    headers: [.xContentTypeOptions: "nosniff"]))
        }
    }

    private func packs() -> PacksAnswer {
        let shelf = book.shelf
        let entries = shelf.packs.map { pack in
            PacksAnswer.Entry(
                pack: pack, inForce: inForce(pack), newest: shelf.releases(of: pack).first?.number ?? 0,
                channels: shelf.channels(of: pack).map { PackChannelRecord($0) })
        }
        return PacksAnswer(publicKey: book.publicKey, packs: entries)
    }

    /// The release that the content in force has.
    private func inForce(_ pack: String) -> Int? {
        content.current.packs.first { $0.id == pack }.flatMap(releaser.release(of:))
    }

    private func pack(_ id: String) throws -> PackAnswer {
        let shelf = book.shelf
        let releases = shelf.releases(of: id)
        guard !releases.isEmpty else { throw Problem.noSuchPack(id, among: shelf.packs) }
        return PackAnswer(
            pack: id, inForce: inForce(id), releases: releases.map(PackReleaseRecord.init),
            channels: shelf.channels(of: id).map { PackChannelRecord($0) },
            moves: shelf.moves(of: id).prefix(Self.mostMoves).map(PackAnswer.Move.init))
    }

    private static let mostMoves = 100

    private func release(_ number: Int64, of pack: String) async throws -> (StoredPackRelease, Pack) {
        guard let number = Int(exactly: number) else { throw Problem.noSuchRelease }
        if book.shelf.release(number, of: pack) == nil { try await book.load() }
        guard let record = book.shelf.release(number, of: pack), let read = try await releaser.read(number, of: pack)
        else { throw Problem.noSuchRelease }
        return (record, read)
    }

    private func difference(_ use: AdminUse, _: NoBody) async throws -> PackDifferenceAnswer {
        let pack = use.names.text("pack")
        let from = try use.call.number("from", of: "a release")
        let to = try use.call.number("to", of: "a release")
        let (before, after) = (try await release(from, of: pack), try await release(to, of: pack))
        let difference = await Task.detached { PackDifference(from: before.1, to: after.1) }.value
        return PackDifferenceAnswer(
            pack: pack, from: before.0.number, to: after.0.number,
            engine: difference.engine.map { .init(before: $0.before, after: $0.after) },
            levels: difference.entries.map(ContentDifferenceAnswer.LevelChange.init))
    }

    private func missing(_ use: AdminUse, _ asked: MissingBundlesRequest) async throws -> MissingBundlesAnswer {
        guard asked.bundles.count <= ContentPack.most else {
            throw Problem.badRequest("There may be \(ContentPack.most) bundles at most.")
        }
        let bundles = try asked.bundles.map { text in
            guard let bundle = Hex.decode(text), bundle.count == 32 else {
                throw Problem.badRequest("bundles must be SHA-256 digests in lower-case hexadecimal digits.")
            }
            return bundle
        }
        let missing = try await releaser.missing(of: bundles, at: use.at)
        try await database.audit(use.entry(200))
        return MissingBundlesAnswer(missing: missing.map { Hex.encode($0) })
    }

    private func keep(_ use: AdminUse, _ bundle: ByteBody) async throws -> PackBundleAnswer {
        let pack: Pack
        do {
            pack = try await releaser.add(bundle.bytes, named: use.names.bytes("bundle"))
        } catch let problems as ConfigurationProblems {
            throw Problem.refused(problems)
        } catch let refusal as FileRefusal {
            throw Problem(refusal)
        } catch let fault as PackFault {
            throw Problem.packRefused("The bundle can't be taken: \(fault).")
        }
        // It is stored, so it is written down even if the client has gone.
        let entry = use.entry(200)
        try await Task { try await database.audit(entry) }.value
        return PackBundleAnswer(levels: pack.levels.count, engine: pack.engine)
    }

    private func move(_ use: AdminUse, _ asked: PackMoveRequest) async throws -> PackMoveAnswer {
        let order = try PackMoveOrder(asked, of: use.names.text("pack"), by: use.by, at: use.at)
        let judgement = try await releaser.move(order) { judgement in
            let reason = "\(order.channel): release \(order.release): \(order.reason)"
            return judgement?.move.map { _ in use.entry(200, about: AuditSubject(reason: reason)) }
        }
        switch judgement {
        case .moved(let move)?:
            let tellsWord = use.readsContent || order.reach == .newWord
            return PackMoveAnswer(channel: PackChannelRecord(move, tellsWord: tellsWord), isNew: true)
        case .unchanged(let move)?:
            return PackMoveAnswer(channel: PackChannelRecord(move, tellsWord: use.readsContent), isNew: false)
        case .movedMeanwhile?: throw Problem.channelMoved
        case .nothingForOthers?: throw Problem.nothingForOthers
        // Who may only write isn't told which packs there are.
        case nil where use.readsContent && !book.shelf.packs.contains(order.pack):
            throw Problem.noSuchPack(order.pack, among: book.shelf.packs)
        case nil: throw Problem.noSuchRelease
        }
    }
}

extension Problem {
    fileprivate init(_ refusal: FileRefusal) {
        switch refusal {
        case .otherDigest(let found):
            self = .badRequest("The body's SHA-256 is \(Hex.encode(found)); send the bundle that the path names.")
        case .empty: self = .badRequest("The body is empty; send the bundle that the path names.")
        case .tooLong, .noRoom: self = .packRefused("The bundle can't be taken: \(refusal).")
        }
    }
}
