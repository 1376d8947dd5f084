import Logging
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel
package import ShelfWire
import Synchronization

/// Publishes content versions, and keeps the one in force that is to be.
///
/// One change follows another. Content is parsed in tasks of their own, never on an event loop.
package final class ContentVersions: Sendable {
    private struct State {
        /// The settings', which content versions don't hold.
        var settings: Settings
        /// When the content in force took effect.
        var from: Instant
        /// What is wrong with the content files; `nil` when they are sound.
        var filesFault: String?
        /// Why the version that should be in force can't be; `nil` when it is.
        var refusal: String?
    }

    let content: ContentHolder
    let publisher: any ContentPublisher
    let pictures: any ContentPictures
    let packs: any ContentPacks
    let database: any ShelfDatabase
    let timeline: Timeline
    private let logger: Logger
    private let state: Mutex<State>
    private let work = SerialWork()

    init(
        _ start: ContentStart, content: ContentHolder, publisher: any ContentPublisher,
        pictures: any ContentPictures, packs: any ContentPacks, database: any ShelfDatabase, timeline: Timeline,
        logger: Logger
    ) {
        (self.content, self.publisher, self.database) = (content, publisher, database)
        (self.pictures, self.packs) = (pictures, packs)
        (self.timeline, self.logger) = (timeline, logger)
        state = Mutex(
            State(
                settings: start.configuration.settings, from: start.version?.from ?? .distantPast,
                filesFault: start.fault, refusal: nil))
    }

    /// What keeps the content from being what it should be, though the stores go on. It names no item.
    package var faults: [String] {
        state.withLock { [$0.filesFault, $0.refusal].compactMap(\.self) }
    }

    private var settings: Settings { state.withLock { $0.settings } }

    /// Puts a version in force when there is news of it: another server has published one, or a scheduled one takes
    /// effect.
    func follow(_ news: News) async {
        if let version = news.contentVersion, isNews(version) { await follow() }
    }

    /// Puts the version in force whose instant has come, unless it is in force already.
    package func follow() async {
        do {
            let inForce = try await database.contentVersion(inForceAt: now)
            guard let inForce, isNews(inForce.number) else { return }
            try await offEventLoop { await self.follow(inForce) }
        } catch is CancellationError {
        } catch {
            logger.warning("the content version in force can't be read", metadata: ["why": "\(error)"])
        }
    }

    /// The instant by which versions take effect here. It isn't before the one in force did, even if another server,
    /// whose clock is ahead, published that.
    var now: Instant { max(timeline.earliest, state.withLock { $0.from }) }

    private func isNews(_ version: Int64) -> Bool { content.state.followed != version }

    private func follow(_ version: ContentVersion) async {
        await work.run {
            guard isNews(version.number) else { return }
            do {
                let files = try await database.contentFiles(version.digest) ?? []
                let read = try ConfigurationLoader.content(files, now: now).content
                _ = try await put(read, version)
            } catch let error where error is ConfigurationProblems || error is StartError {
                refuse(version, error)
            } catch {
                logger.warning(
                    "a content version can't be put in force yet",
                    metadata: ["version": "\(version.number)", "why": "\(error)"])
            }
        }
    }

    private func refuse(_ version: ContentVersion, _ error: any Error) {
        let fault = "content version \(version.number) can't be put in force, so what was in force goes on"
        for line in "\(error)".split(separator: "\n") { logger.error("\(line)") }
        logger.error("\(fault)")
        state.withLock { $0.refusal = "\(fault); see the log" }
        content.goOn(insteadOf: version.number)
    }

    /// Puts content in force, new stores included.
    ///
    /// - Returns: for each store that there was before, when the first listing can begin that is drawn by it.
    private func put(_ next: Content, _ version: ContentVersion) async throws -> [String: Instant] {
        // Another server may have made them.
        _ = try await pictures.missing(of: next.masters, at: now)
        let secrets = settings.appSecrets(for: next)
        let former = content.state.version
        let begins = try await publisher.putInForce(
            next, version: version.number, appSecrets: secrets, now: timeline.earliest)
        state.withLock { ($0.refusal, $0.from) = (nil, version.from) }
        logger.notice(
            "a content version is in force",
            metadata: [
                "version": "\(version.number)", "author": "\(version.author)",
                "insteadOf": "\(former.map { "version \($0)" } ?? "content without a number")",
                "stores": "\(next.stores.count)", "items": "\(next.catalogue.items.count)",
                "firstNewListingInSeconds": "\(first(begins))",
            ])
        await publisher.publish(earliest: timeline.earliest)
        await releasePacks()
        return begins
    }

    /// Makes releases of the packs of the content in force, as far as there are none and their bundles are there. A
    /// server stores the bundles of its own files after it has started.
    ///
    /// - Parameter waits: whether packs are left out whose pictures aren't made.
    package func releasePacks(waitingForPictures waits: Bool = true) async {
        let held = content.state
        guard let version = held.version else { return }
        do {
            let missing = Set(try await packs.missing(of: held.content.packs, at: now))
            try await packs.prepare(
                held.content.packs.filter { !missing.contains($0) }, version: version, waitingForPictures: waits)
        } catch {
            logger.error("a pack of levels can't be released", metadata: ["why": "\(error)"])
        }
    }

    private func first(_ begins: [String: Instant]) -> String {
        begins.values.min().map { "\(($0 - timeline.earliest).wholeSeconds)" } ?? "none"
    }

    /// What the stores have published, and what is left and withdrawn in each.
    ///
    /// - Parameter isDrawn: whether the plans of the content that is checked are drawn, too.
    private func published(drawing isDrawn: Bool) async throws -> PublishedContent {
        let drawnUntil = await publisher.drawnUntil
        let (sold, withdrawn) = try await publisher.soldAndWithdrawn(at: timeline.earliest)
        let stores = content.current.stores.compactMap { store in
            drawnUntil[store.id].map { end in
                var left = sold
                left.withdrawn = withdrawn.items(of: store.id)
                return (
                    store.id, PublishedContent.Store(drawnUntil: end, plan: store.rules.plan, editionsLeft: left)
                )
            }
        }
        return PublishedContent(Dictionary(uniqueKeysWithValues: stores), isDrawn: isDrawn)
    }
}

extension ContentVersions {
    /// Makes the entry for the audit log from the version that was added; `nil` when none was.
    package typealias Audit = @Sendable (ContentVersion?) -> AuditEntry?

    /// What became of content that was to be the next version.
    package enum Change: Sendable {
        case published(Published)
        /// Something would be undone that the author hasn't seen. Nothing was changed.
        case conflict(ContentConflict)
        /// Another version is in force than the one that was changed. Nothing was changed.
        case otherContent
    }

    package struct Published: Sendable {
        package let version: ContentVersion
        /// `false` when this content was the newest version already, from the same instant on.
        package let isNew: Bool
        /// For each store that there was before, the first instant at which a listing can differ.
        package let drawnUntil: [String: Instant]
        /// The next scheduled version, which will take this one's place.
        package let next: ContentVersion?
        package let warnings: [ConfigurationProblem]
    }

    /// Makes content the next version.
    ///
    /// - Throws: ``ContentOwnedByFiles``, ``ConfigurationProblems``, ``StartError`` when it doesn't fit what is published,
    ///   ``MissingPictures``, or the database's error. Then nothing was changed.
    package func publish(
        _ files: [ContentFile], _ publication: ContentPublication, audit: @escaping Audit
    ) async throws -> Change {
        try checkOwner()
        return try await offEventLoop {
            try await self.work.run { try await self.add(files, .published, publication, audit: audit) }
        }
    }

    /// Makes an earlier version's content the next version.
    ///
    /// - Throws: as ``publish(_:_:audit:)`` does.
    package func rollBack(
        to version: ContentVersion, _ publication: ContentPublication, audit: @escaping Audit
    ) async throws -> Change {
        try checkOwner()
        return try await offEventLoop {
            try await self.work.run {
                try await self.add(
                    self.files(of: version), .rolledBack(to: version.number), publication, audit: audit)
            }
        }
    }

    private func checkOwner() throws(ContentOwnedByFiles) {
        let owned = settings.content
        if owned.owner == .files { throw ContentOwnedByFiles(source: owned.source) }
    }

    /// What became of a scheduled version that was to be cancelled.
    package enum Cancelling: Sendable {
        /// - Parameters:
        ///   - isNew: whether it is cancelled only now.
        ///   - next: the next scheduled version.
        case cancelled(ContentVersion, isNew: Bool, next: ContentVersion?)
        /// It has taken effect already. Nothing was changed.
        case begun(ContentVersion)
        case unknown
    }

    /// Keeps a scheduled version from taking effect.
    package func cancel(
        _ number: Int64, _ cancellation: ContentVersion.Cancellation, audit: @escaping Audit
    ) async throws -> Cancelling {
        // By this server's time it hasn't taken effect, whatever the time of the request says.
        let cancellation = ContentVersion.Cancellation(
            by: cancellation.by, at: max(now, cancellation.at), reason: cancellation.reason)
        let found = try await database.cancelContentVersion(number, cancellation, audit: audit)
        guard let (version, isNew) = found else { return .unknown }
        guard version.cancellation != nil else { return .begun(version) }
        let next = try await database.contentVersions(comingAfter: now).comingInForce.first
        return .cancelled(version, isNew: isNew, next: next)
    }

    /// The version that takes effect at the instant of another one instead of it; `nil` when that takes effect itself.
    package func replacing(_ version: ContentVersion) async throws -> Int64? {
        guard version.isScheduled, version.cancellation == nil else { return nil }
        let inForce = try await database.contentVersion(inForceAt: version.from)?.number
        return inForce == version.number ? nil : inForce
    }

    /// Reads files that aren't published, and returns them with what is wrong with them and
    /// the warnings about them.
    ///
    /// - Parameters:
    ///   - number: the version that they are the files of; `nil` where they are new.
    ///   - from: when they would take effect; `nil` for at once.
    package func checked(
        asOf number: Int64? = nil, from: Instant? = nil, _ read: @escaping @Sendable () async throws -> [ContentFile]
    ) async throws -> ([ContentFile], [ConfigurationProblem]) {
        let now = timeline.now
        // Without the database, what can be seen in the files alone is told.
        let published = (try? await published(drawing: from == nil)) ?? PublishedContent()
        return try await look {
            let files = try await read()
            let read: (content: Content, warnings: [ConfigurationProblem])
            do throws(ConfigurationProblems) {
                read = try ConfigurationLoader.content(files, now: now, published: published)
            } catch {
                return (files, error.problems)
            }
            let plans =
                published.isDrawn ? try? await self.planWarnings(about: read.content, isStored: number != nil) : nil
            return (
                files,
                await self.faultsOfFiles(read.content) + read.warnings + self.warnings(about: read.content)
                    + (plans ?? [])
            )
        }
    }

    /// Names pictures and packs that the server lacks, as far as the database can be asked.
    private func faultsOfFiles(_ next: Content) async -> [ConfigurationProblem] {
        guard !next.masters.isEmpty || !next.packs.isEmpty,
            let pictures = try? await pictures.missing(of: next.masters, at: now),
            let packs = try? await packs.missing(of: next.packs, at: now)
        else { return [] }
        let new = Set(pictures).subtracting(content.current.masters)
        return (new.isEmpty ? [] : [MissingPictures(masters: Array(new), of: next).problem])
            + (packs.isEmpty ? [] : [MissingBundles(packs: packs.map(\.id)).problem])
    }

    private func warnings(about next: Content) -> [ConfigurationProblem] {
        settings.warnings(about: next)
            + PictureWarnings.about(
                next.catalogue, before: content.current.catalogue, removed: pictures.removed(of: next.catalogue.masters)
            )
            + content.current.stores.filter { next[store: $0.id] == nil }.map { store in
                .warning(
                    found: "no store \(store.id), which is open", expected: "every store that players see",
                    advice: "it closes as soon as this takes effect")
            }
    }

    /// Reads content that isn't put in force, at a low priority.
    package func look<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await inBackground(body)
    }

    /// Returns a version's files.
    package func files(of version: ContentVersion) async throws -> [ContentFile] {
        try await database.contentFiles(version.digest) ?? []
    }

    /// Compares two versions, as their weights are now.
    package func difference(
        from before: ContentVersion, to after: ContentVersion
    ) async throws -> (content: ContentDifference, packs: [ContentDifferenceAnswer.PackChange]) {
        let now = timeline.now
        return try await look { [self] in
            let (before, after) = (try await content(of: before), try await content(of: after))
            return (
                ContentDifference(from: before, to: after, at: now),
                try await packs.difference(from: before.packs, to: after.packs)
            )
        }
    }

    /// Reads a version's content, with the masters as they are known now.
    func content(of version: ContentVersion) async throws -> Content {
        try Task.checkCancellation()
        var content = try ConfigurationLoader.content(try await files(of: version), now: timeline.now).content
        content.catalogue = content.catalogue.mappingMasters(pictures.master)
        return content
    }

    private func add(
        _ files: [ContentFile], _ origin: ContentVersion.Origin, _ publication: ContentPublication,
        audit: @escaping Audit
    ) async throws -> Change {
        let published = try await published(drawing: publication.from == nil)
        var (content, warnings) = try ConfigurationLoader.content(files, now: timeline.now, published: published)
        try await ContentFit(database: database).check(content)
        // What is in force goes on with glyphs where it has no pictures, and so does what is rolled back to.
        let known = Set(self.content.current.masters)
        let missing = try await pictures.missing(of: content.masters, at: now).filter { !known.contains($0) }
        guard missing.isEmpty || origin != .published else {
            throw MissingPictures(masters: missing, of: content)
        }
        let missingPacks = try await packs.missing(of: content.packs, at: now)
        guard missingPacks.isEmpty || origin != .published else {
            throw MissingBundles(packs: missingPacks.map(\.id))
        }
        try await pictures.name(content.masters, at: now)
        warnings += self.warnings(about: content)
        if publication.from == nil {
            warnings += try await planWarnings(about: content, isStored: origin != .published)
        }
        let stored = StoredContent(files)
        var joined: Joined?
        while true {
            let newest = try await database.contentVersions(before: nil, limit: 1).first
            if let newest, try await isPublished(stored, as: newest, from: publication.from) {
                return .published(try await told(newest, isNew: false, [:], warnings))
            }
            if let inForce = publication.inForce, try await database.contentVersion(inForceAt: now)?.number != inForce {
                return .otherContent
            }
            if joined == nil { joined = try await self.joined(files, content, publication) }
            let conflict = try await conflict(
                of: content, publication, isRollBack: origin != .published, joined: joined)
            if let conflict { return .conflict(conflict) }
            if let waiting = joined, let refusal = try await store(waiting, publication, audit: audit) {
                return refusal
            }
            let there = content.packs.filter { !missingPacks.contains($0) }
            try await packs.prepare(
                there, version: (newest?.number ?? 0) + 1, waitingForPictures: origin == .published)
            let new = publication.version(of: stored, origin, now: now, after: newest)
            guard let added = try await database.add(new, after: newest?.number ?? 0, audit: audit) else {
                continue
            }
            let begins = try await begin(content, added)
            return .published(try await told(added, isNew: true, begins, warnings))
        }
    }

    /// Stores a scheduled version with a publication's changes.
    ///
    /// - Returns: why it couldn't be stored; `nil` where it is.
    private func store(
        _ joined: Joined, _ publication: ContentPublication, audit: @escaping Audit
    ) async throws -> Change? {
        let change = try await add(joined.files, .published, publication.replacing(joined.version), audit: audit)
        if case .published = change { return nil }
        return change
    }

    /// Whether the newest version has this content and is in force, or takes effect at this instant.
    private func isPublished(
        _ content: StoredContent, as newest: ContentVersion, from: Instant?
    ) async throws -> Bool {
        guard newest.digest == content.digest, newest.cancellation == nil else { return false }
        if let from, from > now { return from == newest.from }
        return try await database.contentVersion(inForceAt: now)?.number == newest.number
    }

    /// Puts a version in force that was just added, unless it is scheduled.
    ///
    /// - Returns: for each store that there was before, the first instant at which a listing can differ. When a
    ///   scheduled version takes effect, the present minute may not be published yet.
    private func begin(_ next: Content, _ version: ContentVersion) async throws -> [String: Instant] {
        if version.from > now { return await drawnUntil(next, from: version.from) }
        do {
            return try await put(next, version)
        } catch {
            // The version is stored, so it takes effect when it is asked for next.
            logger.warning("a content version can't be put in force yet", metadata: ["why": "\(error)"])
            return [:]
        }
    }

    /// - Returns: for each store that there is, when the first listing can differ by content that takes effect at an
    ///   instant.
    func drawnUntil(_ next: Content, from instant: Instant) async -> [String: Instant] {
        guard instant > now else { return await publisher.drawnUntil }
        let earliest = publisher.firstDraw(whenInForceFrom: instant)
        let drawnUntil = await publisher.drawnUntil.map { id, end in
            // A store that the version doesn't have closes at once.
            (id, next[store: id] == nil ? instant : max(end, earliest))
        }
        return Dictionary(uniqueKeysWithValues: drawnUntil)
    }

    private func told(
        _ version: ContentVersion, isNew: Bool, _ begins: [String: Instant], _ warnings: [ConfigurationProblem]
    ) async throws -> Published {
        let next = try await database.contentVersions(comingAfter: max(now, version.from)).comingInForce.first
        let drawnUntil = isNew ? begins : await publisher.drawnUntil
        return Published(version: version, isNew: isNew, drawnUntil: drawnUntil, next: next, warnings: warnings)
    }
}

extension ContentVersions {
    /// What became of files that were read again.
    package enum Reload: Sendable {
        /// Their content is in force already.
        case unchanged
        /// They are the ones that were read last, and the version in force came in another way since.
        case superseded(by: ContentVersion)
        /// They are the version in force now.
        ///
        /// - Parameter begins: for each store that there was before, when the first listing can begin that is drawn by
        ///   it.
        case changed(ContentVersion, begins: [String: Instant])
    }

    /// Puts the content of files in force that were read again, as a new version.
    ///
    /// - Throws: ``StartError`` when the content doesn't fit what is published, or the database's error. Then
    ///   everything is as it was.
    func take(_ loaded: LoadedConfiguration, reason: String) async throws -> Reload {
        try await offEventLoop { try await self.work.run { try await self.takeInTurn(loaded, reason: reason) } }
    }

    private func takeInTurn(_ loaded: LoadedConfiguration, reason: String) async throws -> Reload {
        let (held, next) = (content.state, loaded.content.content)
        try await ContentFit(database: database).check(next)
        state.withLock { ($0.filesFault, $0.settings.appSecrets) = (nil, loaded.settings.appSecrets) }
        let stored = StoredContent(loaded.content.files)
        _ = try await FilesVersion(database: database).enter(stored, reason: reason, now: now)
        guard let inForce = try await database.contentVersion(inForceAt: now) else { return .unchanged }
        guard inForce.digest == stored.digest else {
            try await renewSecrets(held)
            return .superseded(by: inForce)
        }
        let isSame = next == held.content && loaded.settings.appSecrets(for: next) == held.appSecrets
        guard !isSame || held.version != inForce.number else { return .unchanged }
        for warning in warnings(about: next) { logger.warning("\(warning)") }
        return .changed(inForce, begins: try await put(next, inForce))
    }

    /// Takes over what holds of settings that were read again: the app secrets.
    func take(_ settings: Settings) async throws {
        try await offEventLoop {
            try await self.work.run {
                self.state.withLock { ($0.filesFault, $0.settings.appSecrets) = (nil, settings.appSecrets) }
                try await self.renewSecrets(self.content.state)
            }
        }
    }

    /// Gives the stores of the content in force the secrets of the settings as they are now.
    private func renewSecrets(_ held: ContentHolder.State) async throws {
        let secrets = settings.appSecrets(for: held.content)
        guard secrets != held.appSecrets else { return }
        _ = try await publisher.putInForce(
            held.content, version: held.version, appSecrets: secrets, now: timeline.earliest)
    }

    /// Remembers that the files can't be used.
    func note(filesFault: String) {
        state.withLock { $0.filesFault = filesFault }
    }
}
