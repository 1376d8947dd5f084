import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which designers publish content, compare versions and take one back.
struct ContentRoutes: RouteSet {
    let access: AdminAccess
    let versions: ContentVersions
    let reloader: ContentReloader?
    let database: any ContentDatabase & AuditDatabase
    let content: ContentHolder

    private var publishing: ContentPublishing { ContentPublishing(database: database) }

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        addLooks(to: router)
        router.on(.contentPublication) { request, context in
            try await access.log.noting(request, context) { try await publish(request, context) }
        }
        router.on(.contentRollBack) { request, context in
            try await access.log.noting(request, context) { try await rollBack(request, context) }
        }
        router.on(.contentCancellation) { request, context in
            try await access.log.noting(request, context) { try await cancel(request, context) }
        }
        router.on(.contentReload) { request, context in
            try await access.log.noting(request, context) { try await reload(request, context) }
        }
    }

    private func addLooks(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.contentVersions) { request, context in
            try await access.look(request, context) { try await (list(Page(request)), nil) }
        }
        router.on(.contentVersion) { request, context in
            try await access.look(request, context) {
                let version = try await version(context.number("number"))
                return try await (ContentVersionRecord(version, replacedBy: versions.replacing(version)), nil)
            }
        }
        router.on(.contentFiles) { request, context in
            try await access.look(request, context) {
                let version = try await version(context.number("number"))
                return try await versions.look {
                    let files = try await versions.files(of: version)
                    return (ContentFilesAnswer(files: files.map(ContentFileMessage.init)), nil)
                }
            }
        }
        router.on(.contentItems) { request, context in
            try await access.look(request, context) {
                let items = content.current.catalogue.items
                // There may be very many.
                let told = Task.detached { ContentItemsAnswer(items: items.map(ContentItemsAnswer.Entry.init)) }
                return await (told.value, nil)
            }
        }
        router.on(.contentTrial) { request, context in
            try await access.look(request, context) { try await (attempt(request, context), nil) }
        }
        router.on(.contentDifference) { request, context in
            try await access.look(request, context) { try await (difference(request), nil) }
        }
    }

    private func attempt(_ request: Request, _ context: ShelfRequestContext) async throws -> ContentTrialAnswer {
        let bytes = try await JSONBody.bytes(of: request)
        let (asked, sent) = try await Task.detached {
            let asked = try JSONBody.decode(ContentTrialRequest.self, bytes)
            return (asked, try asked.files.map { try [ContentFile]($0) })
        }.value
        guard (sent == nil) != (asked.to == nil) else {
            throw Problem.badRequest("Send the files that would be published, or to, the version to bring back.")
        }
        let publication = try ContentPublication(
            by: "", at: access.timeline.now, reason: "", fromMs: asked.fromMs, base: asked.base, over: asked.over,
            alsoIn: asked.alsoIn, dropPlan: asked.dropPlan)
        do {
            guard let number = asked.to else {
                return ContentTrialAnswer(try await versions.trial(of: nil, publication) { sent ?? [] })
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

    private func version(_ number: Int64?) async throws -> ContentVersion {
        guard let number, let version = try await database.contentVersion(number) else {
            throw Problem.noSuchVersion
        }
        return version
    }

    private func difference(_ request: Request) async throws -> ContentDifferenceAnswer {
        func number(_ name: String) throws -> Int64 {
            let text = request.uri.queryParameters.get(name) ?? ""
            guard let number = Int64(plain: text), number > 0 else {
                throw Problem.badRequest("\(name) must be the number of a version.")
            }
            return number
        }
        let (from, to) = try (number("from"), number("to"))
        let (before, after) = try await (version(from), version(to))
        let difference = try await versions.difference(from: before, to: after)
        return ContentDifferenceAnswer(difference.content, packs: difference.packs, from: from, to: to)
    }

    private func publish(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let (asked, files) = try await publishing.read(ContentPublicationRequest.self, \.files, from: request)
            let publication = try ContentPublication(
                by: use.by, at: use.at, reason: asked.reason, fromMs: asked.fromMs, base: asked.base,
                over: asked.over, alsoIn: asked.alsoIn, dropPlan: asked.dropPlan)
            // What is merged holds what others have written.
            return try await publishing.answer(use, isOwn: asked.alsoIn == nil) { audit in
                try await versions.publish(files, publication, audit: audit)
            }
        }
    }

    private func rollBack(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let asked = try await JSONBody.read(ContentRollBackRequest.self, from: request)
            let publication = try ContentPublication(
                by: use.by, at: use.at, reason: asked.reason, fromMs: asked.fromMs, base: asked.base,
                over: asked.over, alsoIn: asked.alsoIn)
            let target = try await version(asked.to)
            return try await publishing.answer(use, isOwn: false) { audit in
                try await versions.rollBack(to: target, publication, audit: audit)
            }
        }
    }

    private func cancel(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let asked = try await JSONBody.read(ContentCancellationRequest.self, from: request)
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
                return try JSONBody.response(
                    ContentCancellationAnswer(
                        version: ContentVersionRecord(version, replacedBy: use.readsContent ? other : nil),
                        replayed: !isNew, with: replaced.map(\.number),
                        next: use.readsContent ? next.map { ContentVersionRecord($0) } : nil))
            }
        }
    }

    private func reload(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
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
                return try JSONBody.response(
                    ContentReloadAnswer(reload, inForce: use.readsContent ? try await inForce() : nil))
            }
        }
    }

    private func inForce() async throws -> ContentVersion? {
        guard let number = content.state.version else { return nil }
        return try await database.contentVersion(number)
    }
}
