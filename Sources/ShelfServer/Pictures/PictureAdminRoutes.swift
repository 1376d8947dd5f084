import HTTPTypes
import Hummingbird
import NIOCore
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which designers send masters and look at pictures, and an operator removes one.
struct PictureAdminRoutes: RouteSet {
    let access: AdminAccess
    let book: PictureBook
    let maker: PictureMaker
    let answers: PictureAnswers
    /// Of masters on their way, so that they take no room from content.
    let bytes = BytesUnderWay(atMost: 80 << 20)
    let database: any AuditDatabase
    let content: ContentHolder

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.missingPictures) { request, context in
            try await access.log.noting(request, context) { try await missing(request, context) }
        }
        router.on(.pictureMaster) { request, context in
            try await access.log.noting(request, context) { try await make(request, context) }
        }
        router.on(.pictureRemovals) { request, context in
            try await access.look(request, context) { (removals(), nil) }
        }
        router.on(.pictureRemoval) { request, context in
            try await access.log.noting(request, context) { try await remove(request, context) }
        }
        router.on(.adminPicture) { request, context in
            try await access.allow(request, context) { use in
                guard let master = Self.master(context) else { throw Problem.notFound }
                let answer = try await answers.look(master, context.parameters.require("file"))
                try await access.record(use.asOneOfMany)
                return answer.response(to: request)
            }
        }
    }

    private static func master(_ context: ShelfRequestContext) -> [UInt8]? {
        context.parameters.get("master").flatMap(Hex.decode).flatMap { $0.count == 32 ? $0 : nil }
    }

    private func missing(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let asked = try await JSONBody.read(MissingPicturesRequest.self, from: request)
            let masters = try asked.masters.map { text in
                guard let master = Hex.decode(text), master.count == 32 else {
                    throw Problem.badRequest("masters must be SHA-256 digests in lower-case hexadecimal digits.")
                }
                return master
            }
            var missing = try await book.missing(of: masters, at: use.at)
            if maker.obstacle == nil { missing += book.outdated(of: masters) }
            try await database.audit(use.entry(200))
            return try JSONBody.response(
                MissingPicturesAnswer(missing: missing.map { Hex.encode($0) }, obstacle: maker.obstacle.map { "\($0)" })
            )
        }
    }

    private func make(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            guard let digest = Self.master(context) else {
                throw Problem.badRequest("A master is named by its SHA-256 in 64 lower-case hexadecimal digits.")
            }
            guard request.headers[.contentType] == "application/octet-stream" else { throw Problem.notBytes }
            let length = request.headers[.contentLength].flatMap { Int($0) } ?? MasterHeader.mostBytes
            guard let room = bytes.room(for: min(max(length, 0), MasterHeader.mostBytes)) else { throw Problem.busy }
            defer { withExtendedLifetime(room) {} }
            let master = Array(try await WholeBody.bytes(of: request).readableBytesView)
            let made: StoredPicture
            do {
                made = try await maker.make(master, named: digest)
            } catch let refusal as PictureRefusal {
                throw Problem(refusal)
            }
            try await database.audit(use.entry(200))
            return try JSONBody.response(PictureMasterAnswer(widths: made.variants.map(\.width)))
        }
    }

    private func remove(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let asked = try await JSONBody.read(PictureRemovalRequest.self, from: request)
            try asked.reason.checkReason()
            guard let name = try await name(asked) else { throw Problem.noSuchPicture }
            let removed = try await book.remove(named: name, StoredPicture.Removal(at: use.at, reason: asked.reason)) {
                $0.map { _ in use.entry(200, about: AuditSubject(reason: asked.reason)) }
            }
            guard let removal = removed?.removal else { throw Problem.noSuchPicture }
            return try JSONBody.response(
                PictureRemovalAnswer(atMs: removal.at.milliseconds, reason: removal.reason))
        }
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
