import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which designers publish content, compare versions and take one back.
struct ContentRoutes {
    let access: AdminAccess
    let log: AdminLog
    let versions: ContentVersions
    let reloader: ContentReloader?
    let database: any ContentDatabase & AuditDatabase
    let content: ContentHolder

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        addLooks(to: router)
        ContentDraftRoutes(content: self).add(to: router)
        router.on(.contentPublication) { request, context in
            try await log.noting(request, context) { try await publish(request, context) }
        }
        router.on(.contentRollBack) { request, context in
            try await log.noting(request, context) { try await rollBack(request, context) }
        }
        router.on(.contentReload) { request, context in
            try await log.noting(request, context) { try await reload(request, context) }
        }
    }

    private func addLooks(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.contentVersions) { request, context in
            try await access.look(request, context) { try await (list(Page(request)), nil) }
        }
        router.on(.contentVersion) { request, context in
            try await access.look(request, context) {
                try await (ContentVersionRecord(version(context.number("number"))), nil)
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
        router.on(.contentDifference) { request, context in
            try await access.look(request, context) { try await (difference(request), nil) }
        }
    }

    private func list(_ page: Page) async throws -> ContentVersionsAnswer {
        let found = try await database.contentVersions(before: page.before, limit: page.limit)
        return ContentVersionsAnswer(
            versions: found.map(ContentVersionRecord.init), inForce: content.state.version,
            next: found.count == page.limit ? found.last?.number : nil)
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
        return ContentDifferenceAnswer(difference, from: from, to: to)
    }

    private func publish(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let (asked, files) = try await read(ContentPublicationRequest.self, \.files, from: request)
            let publication = try ContentPublication(
                by: use.by, at: use.at, reason: asked.reason, fromMs: asked.fromMs, after: asked.after)
            return try await answer(use) { audit in
                try await versions.publish(files, publication, audit: audit)
            }
        }
    }

    /// Reads a body with files off the event loops, since it may be very long.
    func read<Body: Decodable & Sendable>(
        _: Body.Type, _ files: @escaping @Sendable (Body) -> [ContentFileMessage], from request: Request
    ) async throws -> (Body, [ContentFile]) {
        let bytes = try await JSONBody.bytes(of: request)
        return try await Task.detached {
            let body = try JSONBody.decode(Body.self, bytes)
            return (body, try [ContentFile](files(body)))
        }.value
    }

    private func rollBack(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            let asked = try await JSONBody.read(ContentRollBackRequest.self, from: request)
            let publication = try ContentPublication(
                by: use.by, at: use.at, reason: asked.reason, fromMs: asked.fromMs, after: asked.after)
            let target = try await version(asked.to)
            return try await answer(use, isOwn: false) { audit in
                try await versions.rollBack(to: target, publication, audit: audit)
            }
        }
    }

    /// Answers a change of the content. It is in the audit log in one transaction with the version that it made.
    ///
    /// - Parameter isOwn: whether the request has the content. What is wrong with others' is told only to those who may
    ///   read it.
    func answer(
        _ use: AdminUse, isOwn: Bool = true,
        _ change: (@escaping ContentVersions.Audit) async throws -> ContentVersions.Change
    ) async throws -> Response {
        do {
            let change = try await change { added in
                added.map {
                    use.entry(200, about: AuditSubject(reason: "version \($0.number): \($0.reason)"))
                }
            }
            guard case .published(let published) = change else { throw Problem.newerContent }
            if !published.isNew { try await database.audit(use.entry(200)) }
            return try JSONBody.response(ContentPublicationAnswer(published, isOwn: isOwn, for: use))
        } catch let error where error is ConfigurationProblems || error is StartError {
            guard isOwn || use.readsContent else { throw Problem.untoldContent }
            throw (error as? ConfigurationProblems).map(Problem.refused) ?? Problem.unfitContent("\(error)")
        }
    }

    private func reload(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        try await access.allow(request, context) { use in
            guard let reloader else { throw Problem.noFiles }
            switch await reloader.reload(reason: "reload by \(use.by)") {
            case .refused(let problems): throw use.readsContent ? Problem.refused(problems) : .untoldContent
            case .failed(let error as StartError):
                throw use.readsContent ? Problem.unfitContent("\(error)") : .untoldContent
            case .failed(let error): throw error
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

extension ContentPublication {
    /// An instant this little in the past may be meant as now, by a clock that is late.
    private static let clocksApart = TimeSpan.minutes(1)
    private static let aheadAtMost = TimeSpan.days(366)

    /// - Throws: ``Problem`` when the reason or the instant can't be taken.
    init(by: String, at: Instant, reason: String, fromMs: Int64?, after: Int64?) throws {
        guard reason.isEmpty || reason.isPlain(atMost: 500) else {
            throw Problem.badRequest("reason must be at most 500 plain characters.")
        }
        let range = (at - Self.clocksApart).milliseconds...(at + Self.aheadAtMost).milliseconds
        guard fromMs.map(range.contains) ?? true else {
            throw Problem.badRequest(
                """
                A version can come in force from now to a year ahead, which ends at \
                \(RFC3339.text((at + Self.aheadAtMost).floored(to: .seconds(1)))); give no time to publish at once.
                """
            )
        }
        guard after ?? 0 >= 0 else {
            throw Problem.badRequest("after must be a version's number, or 0 before the first.")
        }
        self.init(
            author: by, at: at, reason: reason, from: fromMs.map(Instant.init(milliseconds:)),
            after: after)
    }
}
