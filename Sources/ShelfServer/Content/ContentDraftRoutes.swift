import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which designers keep drafts of content: named, with a revision, and not in force.
struct ContentDraftRoutes: GatedRoutes {
    let versions: ContentVersions
    let drafts: ContentDrafts
    let database: any ContentDatabase & AuditDatabase

    private var publishing: ContentPublishing { ContentPublishing(database: database) }
    /// How many drafts there are at most, since each keeps all of its files.
    static let most = 100

    func add(to router: GatedRouter) {
        router.on(.contentDrafts) { _, _ in
            try await ContentDraftsAnswer(drafts: database.contentDrafts().map(ContentDraftRecord.init))
        }
        router.on(.contentDraft) { use, _ in try await answer(draft(use)) }
        router.on(.contentDraftChange, change)
        router.on(.contentDraftDeletion, delete)
        router.on(.contentDraftPublication, publish)
    }

    private func change(_ use: AdminUse, _ asked: ContentDraftRequest) async throws -> ContentDraftAnswer {
        let name = try use.names.label("name")
        let files = try await ContentPublishing.files(asked.files)
        if asked.revision == 0, try await database.contentDrafts().count >= Self.most {
            throw Problem.tooManyDrafts
        }
        let kept = try await drafts.keep(files, as: name, over: asked.revision, by: use.by, at: use.at) {
            $0.map { use.entry(200, about: AuditSubject(reason: "revision \($0.revision)")) }
        }
        guard let kept else { throw Problem.otherRevision }
        return try await answer(kept)
    }

    private func delete(_ use: AdminUse, _: NoBody) async throws -> ContentDraftDeletionAnswer {
        guard let revision = use.call.query["revision"].flatMap({ Int64(plain: $0) }) else {
            throw Problem.badRequest("revision must be the draft's, a whole number.")
        }
        let draft = try await draft(use)
        let isDeleted = try await drafts.delete(draft, revision: revision) {
            $0 ? use.entry(200) : nil
        }
        guard isDeleted else { throw Problem.otherRevision }
        return ContentDraftDeletionAnswer(deleted: draft.name)
    }

    /// Publishes a draft, which is then gone: it has become a version.
    private func publish(
        _ use: AdminUse, _ asked: ContentDraftPublicationRequest
    ) async throws -> ContentPublicationAnswer {
        let publication = try ContentPublication(
            by: use.by, at: use.at, reason: asked.reason, fromMs: asked.fromMs, base: asked.base,
            over: asked.over, alsoIn: asked.alsoIn, dropPlan: asked.dropPlan)
        let draft = try await draft(use)
        guard draft.revision == asked.revision else { throw Problem.otherRevision }
        let files = try await files(of: draft)
        let response = try await publishing.answer(use, isOwn: false) { audit in
            try await versions.publish(files, publication, audit: audit)
        }
        // It is published whether this succeeds or not; a draft that stays can be deleted.
        _ = try? await drafts.delete(draft, revision: draft.revision) { _ in nil }
        return response
    }

    private func answer(_ draft: ContentDraft) async throws -> ContentDraftAnswer {
        let (files, problems) = try await versions.checked { try await self.files(of: draft) }
        return ContentDraftAnswer(
            draft: ContentDraftRecord(draft), files: files.map(ContentFileMessage.init),
            problems: ContentProblem.some(of: problems))
    }

    private func draft(_ use: AdminUse) async throws -> ContentDraft {
        guard let draft = try await database.contentDraft(use.names.label("name")) else { throw Problem.noSuchDraft }
        return draft
    }

    private func files(of draft: ContentDraft) async throws -> [ContentFile] {
        try await database.contentFiles(draft.digest) ?? []
    }
}
