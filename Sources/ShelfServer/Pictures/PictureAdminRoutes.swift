import HTTPTypes
import Hummingbird
import NIOCore
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which designers send masters and look at pictures, and an operator removes one.
struct PictureAdminRoutes: GatedRoutes {
    let book: PictureBook
    let maker: PictureMaker
    let answers: PictureAnswers
    let database: any AuditDatabase
    let content: ContentHolder

    func add(to router: GatedRouter) {
        router.on(.missingPictures, missing)
        router.on(.pictureMaster, make)
        router.on(.pictureRemovals) { _, _ in removals() }
        router.on(.pictureRemoval, remove)
        router.on(.adminPicture) { use, _ in
            let answer = try await answers.look(use.names.bytes("master"), use.names.text("file"))
            return Look(answer: answer, use: use.asOneOfMany)
        }
    }

    private func missing(_ use: AdminUse, _ asked: MissingPicturesRequest) async throws -> MissingPicturesAnswer {
        let masters = try asked.masters.map { text in
            guard let master = Hex.decode(text), master.count == 32 else {
                throw Problem.badRequest("masters must be SHA-256 digests in lower-case hexadecimal digits.")
            }
            return master
        }
        var missing = try await book.missing(of: masters, at: use.at)
        if maker.obstacle == nil { missing += book.outdated(of: masters) }
        try await database.audit(use.entry(200))
        return MissingPicturesAnswer(
            missing: missing.map { Hex.encode($0) }, obstacle: maker.obstacle.map { "\($0)" })
    }

    private func make(_ use: AdminUse, _ master: ByteBody) async throws -> PictureMasterAnswer {
        let made: StoredPicture
        do {
            made = try await maker.make(master.bytes, named: use.names.bytes("master"))
        } catch let refusal as PictureRefusal {
            throw Problem(refusal)
        }
        try await database.audit(use.entry(200))
        return PictureMasterAnswer(widths: made.variants.map(\.width))
    }

    private func remove(_ use: AdminUse, _ asked: PictureRemovalRequest) async throws -> PictureRemovalAnswer {
        try asked.reason.checkReason()
        guard let name = try await name(asked) else { throw Problem.noSuchPicture }
        let removed = try await book.remove(named: name, StoredPicture.Removal(at: use.at, reason: asked.reason)) {
            $0.map { _ in use.entry(200, about: AuditSubject(reason: asked.reason)) }
        }
        guard let removal = removed?.removal else { throw Problem.noSuchPicture }
        return PictureRemovalAnswer(atMs: removal.at.milliseconds, reason: removal.reason)
    }
}

extension PictureAdminRoutes {
    /// - Returns: the name of the picture that is to be removed; `nil` when there is none.
    private func name(_ asked: PictureRemovalRequest) async throws -> [UInt8]? {
        switch (asked.name, asked.master) {
        case (let name?, nil): return Base64URL.decode(name)
        case (nil, let text?):
            guard let master = Hex.decode(text), master.count == 32 else {
                throw Problem.badRequest("master must be a SHA-256 digest in lower-case hexadecimal digits.")
            }
            return try await book.read(of: master)?.picture.name
        default: throw Problem.badRequest("A picture to remove has either a name or a master.")
        }
    }

    private func removals() -> PictureRemovalsAnswer {
        let items = Dictionary(grouping: content.current.catalogue.items) { item in
            item.master.flatMap { book.picture(of: $0)?.picture.name }
        }
        return PictureRemovalsAnswer(
            removals: book.removals.map { picture, removal in
                PictureRemovalsAnswer.Entry(
                    name: Base64URL.encode(picture.picture.name), master: Hex.encode(picture.master),
                    atMs: removal.at.milliseconds, reason: removal.reason,
                    items: (items[picture.picture.name] ?? []).prefix(Self.mostItems).map(\.id))
            })
    }

    private static let mostItems = 100
}

extension Problem {
    fileprivate init(_ refusal: PictureRefusal) {
        switch refusal {
        case .otherDigest(let found):
            self = .badRequest("The body's SHA-256 is \(Hex.encode(found)); send the master that the path names.")
        case .fault, .noRoom: self = .masterRefused("The master can't be taken: \(refusal).")
        case .removed: self = .pictureRemoved
        case .busy: self = .busy
        case .noWorkshop:
            self = Problem(.unavailable, status: 503, title: "No pictures can be made", detail: "\(refusal).")
        }
    }
}
