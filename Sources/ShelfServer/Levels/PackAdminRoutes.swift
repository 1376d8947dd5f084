import HTTPTypes
import Hummingbird
import NIOCore
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which designers send packs, look at releases and move channels.
struct PackAdminRoutes: RouteSet {
    let access: AdminAccess
    let book: PackBook
    let releaser: PackReleaser
    let database: any AuditDatabase
    let content: ContentHolder

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        addLooks(to: router)
        router.on(.missingBundles) { request, context in
            try await access.log.noting(request, context) { try await missing(request, context) }
        }
        router.on(.packBundleSending) { request, context in
            try await access.log.noting(request, context) { try await keep(request, context) }
        }
        router.on(.packMove) { request, context in
            try await access.log.noting(request, context) { try await move(request, context) }
        }
    }

    private func addLooks(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.adminPacks) { request, context in
            try await access.look(request, context) {
                try await book.load()
                return (packs(), nil)
            }
        }
        router.on(.adminPack) { request, context in
            try await access.look(request, context) {
                try await book.load()
                return (try pack(context.parameters.require("pack")), nil)
            }
        }
        router.on(.packRelease) { request, context in
            try await access.look(request, context) {
                let id = try context.parameters.require("pack")
                let (record, pack) = try await release(context.number("release"), of: id)
                return (PackReleaseAnswer(record, pack), nil)
            }
        }
        router.on(.packDifference) { request, context in
            try await access.look(request, context) {
                (try await difference(request, of: context.parameters.require("pack")), nil)
            }
        }
        router.on(.packBundle) { request, context in
            try await access.allow(request, context) { use in
                guard let digest = Self.digest(context), let bundle = try await releaser.bundle(digest) else {
                    throw Problem.notFound
                }
                try await access.record(use)
                return Answer(
                    bundle, type: "application/octet-stream", caching: "no-store",
                    headers: [.xContentTypeOptions: "nosniff"]
                ).response(to: request)
            }
        }
    }

    private static func digest(_ context: ShelfRequestContext) -> [UInt8]? {
        context.parameters.get("bundle").flatMap(Hex.decode).flatMap { $0.count == 32 ? $0 : nil }
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

    private func release(_ number: Int64?, of pack: String) async throws -> (StoredPackRelease, Pack) {
        guard let number = number.flatMap(Int.init(exactly:)) else { throw Problem.noSuchRelease }
        if book.shelf.release(number, of: pack) == nil { try await book.load() }
        guard let record = book.shelf.release(number, of: pack), let read = try await releaser.read(number, of: pack)
        else { throw Problem.noSuchRelease }
        return (record, read)
    }

    private func difference(_ request: Request, of pack: String) async throws -> PackDifferenceAnswer {
        func number(_ name: String) throws -> Int64 {
            let text = request.uri.queryParameters.get(name) ?? ""
            guard let number = Int64(plain: text), number > 0 else {
                throw Problem.badRequest("\(name) must be the number of a release.")
            }
            return number
        }
        let (from, to) = (try number("from"), try number("to"))
        let (before, after) = (try await release(from, of: pack), try await release(to, of: pack))
        let difference = await Task.detached { PackDifference(from: before.1, to: after.1) }.value
        return PackDifferenceAnswer(
            pack: pack, from: before.0.number, to: after.0.number,
            engine: difference.engine.map { .init(before: $0.before, after: $0.after) },
            levels: difference.entries.map(ContentDifferenceAnswer.LevelChange.init))
    }

    private func missing(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let asked = try await JSONBody.read(MissingBundlesRequest.self, from: request)
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
            return try JSONBody.response(MissingBundlesAnswer(missing: missing.map { Hex.encode($0) }))
        }
    }

    private func keep(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            guard let digest = Self.digest(context) else {
                throw Problem.badRequest("A bundle is named by its SHA-256 in 64 lower-case hexadecimal digits.")
            }
            guard request.headers[.contentType] == "application/octet-stream" else { throw Problem.notBytes }
            let bundle = Array(try await WholeBody.bytes(of: request).readableBytesView)
            let pack: Pack
            do {
                pack = try await releaser.add(bundle, named: digest)
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
            return try JSONBody.response(PackBundleAnswer(levels: pack.levels.count, engine: pack.engine))
        }
    }

    private func move(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let asked = try await JSONBody.read(PackMoveRequest.self, from: request)
            let order = try PackMoveOrder(asked, of: context.parameters.require("pack"), by: use.by, at: use.at)
            let judgement = try await releaser.move(order) { judgement in
                let reason = "\(order.channel): release \(order.release): \(order.reason)"
                return judgement?.move.map { _ in use.entry(200, about: AuditSubject(reason: reason)) }
            }
            switch judgement {
            case .moved(let move)?:
                let tellsWord = use.readsContent || order.reach == .newWord
                return try JSONBody.response(
                    PackMoveAnswer(channel: PackChannelRecord(move, tellsWord: tellsWord), isNew: true))
            case .unchanged(let move)?:
                return try JSONBody.response(
                    PackMoveAnswer(channel: PackChannelRecord(move, tellsWord: use.readsContent), isNew: false))
            case .movedMeanwhile?: throw Problem.channelMoved
            case .nothingForOthers?: throw Problem.nothingForOthers
            // Who may only write isn't told which packs there are.
            case nil where use.readsContent && !book.shelf.packs.contains(order.pack):
                throw Problem.noSuchPack(order.pack, among: book.shelf.packs)
            case nil: throw Problem.noSuchRelease
            }
        }
    }
}

extension PackMoveOrder {
    /// - Throws: ``Problem`` for what no channel can be.
    fileprivate init(_ asked: PackMoveRequest, of pack: String, by: String, at: Instant) throws {
        try asked.reason.checkReason()
        guard Pack.isID(asked.channel), asked.channel.utf8.count < Self.wordDigits else {
            throw Problem.badRequest("channel must be 1 to \(Self.wordDigits - 1) of a-z, 0-9 and -, such as stable.")
        }
        guard asked.share.map(PackPointer.shares.contains) ?? true else {
            throw Problem.badRequest("share must be from 1 to 9999 ten-thousandths; leave it out for all devices.")
        }
        let reach = try asked.reach.map { text in
            guard let reach = Reach(rawValue: text) else {
                throw Problem.badRequest("reach must be public or newWord; leave it out to leave it as it is.")
            }
            return reach
        }
        self.init(
            pack: pack, channel: asked.channel, release: asked.release, share: asked.share, reach: reach,
            reason: asked.reason, by: by, at: at, after: asked.after)
    }
}

extension PackMoveOrder.Judgement {
    /// How the channel is afterwards; `nil` when it is refused.
    fileprivate var move: PackMove? {
        switch self {
        case .moved(let move), .unchanged(let move): move
        case .movedMeanwhile, .nothingForOthers: nil
        }
    }
}

extension PackChannelRecord {
    /// - Parameter tellsWord: whether the token that asks may know the word.
    fileprivate init(_ move: PackMove, tellsWord: Bool = true) {
        self.init(
            channel: move.channel, word: tellsWord ? move.word : nil, sequence: move.sequence,
            release: move.pointer.release,
            share: move.pointer.rollout?.share, others: move.pointer.rollout?.others, reason: move.reason, by: move.by,
            atMs: move.sequence)
    }
}

extension PackAnswer.Move {
    fileprivate init(_ move: PackMove) {
        self.init(
            channel: move.channel, isPublic: move.word == nil, sequence: move.sequence, release: move.pointer.release,
            share: move.pointer.rollout?.share, others: move.pointer.rollout?.others, reason: move.reason, by: move.by,
            atMs: move.sequence)
    }
}

extension PackReleaseRecord {
    fileprivate init(_ release: StoredPackRelease) {
        self.init(
            release: release.number, content: Hex.encode(release.content), engine: release.engine,
            levels: release.levels, bareLevels: release.bareLevels, snapshotBytes: release.snapshot.length,
            version: release.version, atMs: release.at.milliseconds)
    }
}

extension PackReleaseAnswer {
    fileprivate init(_ release: StoredPackRelease, _ pack: Pack) {
        self.init(
            release: PackReleaseRecord(release),
            levels: pack.levels.enumerated().map { index, level in
                Entry(
                    place: index + 1, id: level.id, title: level.title, author: level.author, tags: level.tags,
                    background: level.background, mapBytes: level.map.count)
            })
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
