import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which designers publish content, compare versions and take one back.
struct ContentRoutes: GatedRoutes {
    let versions: ContentVersions
    let reloader: ContentReloader?
    let database: any ContentDatabase & AuditDatabase
    let content: ContentHolder
    let timeline: Timeline

    private var publishing: ContentPublishing { ContentPublishing(database: database) }

    func add(to router: GatedRouter) {
        addLooks(to: router)
        router.on(.contentPublication, publish)
        router.on(.contentRollBack, rollBack)
        router.on(.contentCancellation, cancel)
        router.on(.contentReload, reload)
    }

    private func addLooks(to router: GatedRouter) {
        router.on(.contentVersions) { use, _ in try await list(Page(use.call)) }
        router.on(.contentVersion) { use, _ in
            let version = try await version(use.names.number("number"))
            return try await ContentVersionRecord(version, replacedBy: versions.replacing(version))
        }
        router.on(.contentFiles) { use, _ in
            let version = try await version(use.names.number("number"))
            return try await versions.look {
                try await ContentFilesAnswer(files: versions.files(of: version).map(ContentFileMessage.init))
            }
        }
        router.on(.contentItems) { _, _ in
            let items = content.current.catalogue.items
            // There may be very many.
            return await Task.detached { ContentItemsAnswer(items: items.map(ContentItemsAnswer.Entry.init)) }.value
        }
        router.on(.contentTrial, attempt)
        router.on(.contentDifference, difference)
    }

    private func attempt(_: AdminUse, _ asked: ContentTrialRequest) async throws -> ContentTrialAnswer {
        var sent: [ContentFile]?
        if let files = asked.files { sent = try await ContentPublishing.files(files) }
        guard (sent == nil) != (asked.to == nil) else {
            throw Problem.badRequest("Send the files that would be published, or to, the version to bring back.")
        }
        let publication = try ContentPublication(
            by: "", at: timeline.now, reason: "", fromMs: asked.fromMs, base: asked.base, over: asked.over,
            alsoIn: asked.alsoIn, dropPlan: asked.dropPlan)
        do {
            guard let number = asked.to else {
                return ContentTrialAnswer(try await versions.trial(of: nil, publication) { [sent] in sent ?? [] })
            }
            let target = try await version(number)
            return ContentTrialAnswer(
                try await versions.trial(of: number, publication) { try await versions.files(of: target) })
        } catch let error as AlsoInRefusal {
            throw Problem(error)
        }
    }

    private func list(_ page: Page) async throws -> ContentVersionsAnswer {
        // It is read first, so that the list has it even if somebody publishes meanwhile.
        let inForce = content.state.version
        let (found, next) = try await page.read(numbered: \.number) { before, limit in
            try await database.contentVersions(before: before, limit: limit)
        }
        var records: [ContentVersionRecord] = []
        for version in found {
            records.append(ContentVersionRecord(version, replacedBy: try await versions.replacing(version)))
        }
        let ownership = versions.ownership
        let isByFiles = ownership.owner == .files
        return ContentVersionsAnswer(
            versions: records, inForce: inForce, next: next, owner: isByFiles ? .files : .server,
            source: isByFiles ? ownership.source : nil)
    }

    private func version(_ number: Int64) async throws -> ContentVersion {
        guard let version = try await database.contentVersion(number) else { throw Problem.noSuchVersion }
        return version
    }

    private func difference(_ use: AdminUse, _: NoBody) async throws -> ContentDifferenceAnswer {
        let from = try use.call.number("from", of: "a version")
        let to = try use.call.number("to", of: "a version")
        let (before, after) = try await (version(from), version(to))
        let difference = try await versions.difference(from: before, to: after)
        return ContentDifferenceAnswer(difference.content, packs: difference.packs, from: from, to: to)
    }

    private func publish(
        _ use: AdminUse, _ asked: ContentPublicationRequest
    ) async throws -> ContentPublicationAnswer {
        let files = try await ContentPublishing.files(asked.files)
        let publication = try ContentPublication(
            by: use.by, at: use.at, reason: asked.reason, fromMs: asked.fromMs, base: asked.base,
            over: asked.over, alsoIn: asked.alsoIn, dropPlan: asked.dropPlan)
        // What is merged holds what others have written.
        return try await publishing.answer(use, isOwn: asked.alsoIn == nil) { audit in
            try await versions.publish(files, publication, audit: audit)
        }
    }

    private func rollBack(
        _ use: AdminUse, _ asked: ContentRollBackRequest
    ) async throws -> ContentPublicationAnswer {
        let publication = try ContentPublication(
            by: use.by, at: use.at, reason: asked.reason, fromMs: asked.fromMs, base: asked.base,
            over: asked.over, alsoIn: asked.alsoIn)
        let target = try await version(asked.to)
        return try await publishing.answer(use, isOwn: false) { audit in
            try await versions.rollBack(to: target, publication, audit: audit)
        }
    }

    private func cancel(
        _ use: AdminUse, _ asked: ContentCancellationRequest
    ) async throws -> ContentCancellationAnswer {
        try ContentPublication.check(reason: asked.reason)
        let cancellation = ContentVersion.Cancellation(by: use.by, at: use.at, reason: asked.reason)
        let outcome = try await versions.cancel(asked.version, cancellation) { cancelled in
            guard !cancelled.isEmpty else { return nil }
            let numbers = cancelled.map { "\($0.number)" }.joined(separator: ", ")
            let named = cancelled.count == 1 ? "version" : "versions"
            return use.entry(200, about: AuditSubject(reason: "\(named) \(numbers): \(asked.reason)"))
        }
        switch outcome {
        case .unknown: throw Problem.noSuchVersion
        case .begun(let version): throw Problem.begun(version)
        case .cancelled(let version, let isNew, let replaced, let other, let next):
            if !isNew { try await database.audit(use.entry(200)) }
            return ContentCancellationAnswer(
                version: ContentVersionRecord(version, replacedBy: use.readsContent ? other : nil),
                replayed: !isNew, with: replaced.map(\.number),
                next: use.readsContent ? next.map { ContentVersionRecord($0) } : nil)
        }
    }

    private func reload(_ use: AdminUse, _: NoBody) async throws -> ContentReloadAnswer {
        guard let reloader else { throw Problem.noFiles }
        guard reloader.takesContent else { throw Problem.serverOwnsContent }
        switch await reloader.reload(reason: "reload by \(use.by)") {
        case .refused(let problems), .refusedSettings(let problems):
            throw use.readsContent ? Problem.refused(problems) : .untoldContent
        case .failed(let error as StartError):
            throw use.readsContent ? Problem.unfitContent("\(error)") : .untoldContent
        case .failed(let error): throw error
        case .settingsOnly: throw Problem.serverOwnsContent
        case .done(let reload):
            try await database.audit(use.entry(200))
            return try await ContentReloadAnswer(reload, inForce: use.readsContent ? inForce() : nil)
        }
    }

    private func inForce() async throws -> ContentVersion? {
        guard let number = content.state.version else { return nil }
        return try await database.contentVersion(number)
    }
}
