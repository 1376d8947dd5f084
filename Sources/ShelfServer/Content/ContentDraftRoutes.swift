import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which designers keep drafts of content: named, with a revision, and not in force.
struct ContentDraftRoutes: RouteSet {
    let access: AdminAccess
    let versions: ContentVersions
    let drafts: ContentDrafts
    let database: any ContentDatabase & AuditDatabase

    private var publishing: ContentPublishing { ContentPublishing(database: database) }
    /// How many drafts there are at most, since each keeps all of its files.
    static let most = 100

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.contentDrafts) { request, context in
            try await access.look(request, context) {
                let drafts = try await database.contentDrafts()
                return (ContentDraftsAnswer(drafts: drafts.map(ContentDraftRecord.init)), nil)
            }
        }
        router.on(.contentDraft) { request, context in
            try await access.look(request, context) {
                let draft = try await draft(context)
                return (try await answer(draft), nil)
            }
        }
        router.on(.contentDraftChange) { request, context in
            try await access.log.noting(request, context) { try await change(request, context) }
        }
        router.on(.contentDraftDeletion) { request, context in
            try await access.log.noting(request, context) { try await delete(request, context) }
        }
        router.on(.contentDraftPublication) { request, context in
            try await access.log.noting(request, context) { try await publish(request, context) }
        }
    }

    private func change(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let name = try name(context)
            let (asked, files) = try await publishing.read(ContentDraftRequest.self, \.files, from: request)
            if asked.revision == 0, try await database.contentDrafts().count >= Self.most {
                throw Problem.tooManyDrafts
            }
            let kept = try await drafts.keep(files, as: name, over: asked.revision, by: use.by, at: use.at) {
                $0.map { use.entry(200, about: AuditSubject(reason: "revision \($0.revision)")) }
            }
            guard let kept else { throw Problem.otherRevision }
            let answer = try await answer(kept)
            return try await Task.detached { try JSONBody.response(answer) }.value
        }
    }

    private func delete(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let draft = try await draft(context)
            guard let revision = request.uri.queryParameters.get("revision").flatMap({ Int64(plain: $0) }) else {
                throw Problem.badRequest("revision must be the draft's, a whole number.")
            }
            let isDeleted = try await drafts.delete(draft, revision: revision) {
                $0 ? use.entry(200) : nil
            }
            guard isDeleted else { throw Problem.otherRevision }
            return try JSONBody.response(ContentDraftDeletionAnswer(deleted: draft.name))
        }
    }

    /// Publishes a draft, which is then gone: it has become a version.
    private func publish(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let asked = try await JSONBody.read(ContentDraftPublicationRequest.self, from: request)
            let publication = try ContentPublication(
                by: use.by, at: use.at, reason: asked.reason, fromMs: asked.fromMs, base: asked.base,
                over: asked.over, alsoIn: asked.alsoIn, dropPlan: asked.dropPlan)
            let draft = try await draft(context)
            guard draft.revision == asked.revision else { throw Problem.otherRevision }
            let files = try await files(of: draft)
            let response = try await publishing.answer(use, isOwn: false) { audit in
                try await versions.publish(files, publication, audit: audit)
            }
            // It is published whether this succeeds or not; a draft that stays can be deleted.
            _ = try? await drafts.delete(draft, revision: draft.revision) { _ in nil }
            return response
        }
    }

    private func answer(_ draft: ContentDraft) async throws -> ContentDraftAnswer {
        let (files, problems) = try await versions.checked { try await self.files(of: draft) }
        return ContentDraftAnswer(
            draft: ContentDraftRecord(draft), files: files.map(ContentFileMessage.init),
            problems: ContentProblem.some(of: problems))
    }

    private func draft(_ context: ShelfRequestContext) async throws -> ContentDraft {
        guard let draft = try await database.contentDraft(try name(context)) else { throw Problem.noSuchDraft }
        return draft
    }

    private func files(of draft: ContentDraft) async throws -> [ContentFile] {
        try await database.contentFiles(draft.digest) ?? []
    }

    private func name(_ context: ShelfRequestContext) throws -> String {
        let name = try context.parameters.require("name")
        let isName = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        guard isName, (1...64).contains(name.utf8.count) else { throw Problem.badDraftName }
        return name
    }
}
