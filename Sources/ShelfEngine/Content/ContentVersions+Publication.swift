import Logging
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel

extension ContentVersions {
    /// Makes the entry for the audit log from the version that was added; `nil` when none was.
    package typealias Audit = @Sendable (ContentVersion?) -> AuditEntry?

    /// What became of content that was to be the next version.
    package enum Change: Sendable {
        case published(Published)
        /// Something would be undone or come early that the author hasn't accepted. Nothing was changed.
        case conflict(ContentConflict)
        /// The files have no plan, and the author hasn't said that the base's appearances may go. Nothing was changed.
        case planLeftOut(appearances: Int)
        /// Another version is in force than the one that was changed. Nothing was changed.
        case otherContent
    }

    package struct Published: Sendable {
        package let version: ContentVersion
        /// `false` when this content was the newest version already, from the same instant on.
        package let isNew: Bool
        /// For each store that there was before, the first instant at which the shelf can show something else.
        package let drawnUntil: [String: Instant]
        /// The next scheduled version, which will take this one's place.
        package let next: ContentVersion?
        package let warnings: [ConfigurationProblem]
    }

    /// Makes content the next version. Up to its first write it ends with the task, and from there on it doesn't.
    ///
    /// - Throws: ``ContentOwnedByFiles``, ``ConfigurationProblems``, ``StartError`` when it doesn't fit what is
    ///   published, ``MissingPictures``, or the database's error. Then nothing was changed.
    package func publish(
        _ files: [ContentFile], _ publication: ContentPublication, audit: @escaping Audit
    ) async throws -> Change {
        try checkOwner()
        return try await work.run {
            let read = try await inBackground { try await self.read(files, publication) }
            return try await offEventLoop {
                try await self.add(files, read, .published, publication, audit: audit)
            }
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
                let files = try await self.files(of: version)
                return try await self.add(
                    files, self.read(files, publication), .rolledBack(to: version.number), publication, audit: audit)
            }
        }
    }

    private func checkOwner() throws(ContentOwnedByFiles) {
        let owned = settings.content
        if owned.owner == .files { throw ContentOwnedByFiles(source: owned.source) }
    }

    /// Content that can be published, and the warnings about it.
    private typealias Read = (content: Content, warnings: [ConfigurationProblem])

    private func read(_ files: [ContentFile], _ publication: ContentPublication) async throws -> Read {
        let published = try await published(drawing: publication.from == nil)
        let read = try ConfigurationLoader.content(files, now: timeline.now, published: published)
        try await ContentFit(database: database).check(read.content)
        return read
    }

    /// - Parameter read: what the files say.
    private func add(
        _ files: [ContentFile], _ read: Read, _ origin: ContentVersion.Origin, _ publication: ContentPublication,
        audit: @escaping Audit
    ) async throws -> Change {
        var (content, warnings) = read
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
        warnings += await space.warnings()
        if publication.from == nil {
            warnings += try await planWarnings(about: content, isStored: origin != .published)
        }
        let (stored, next) = (StoredContent(files), written(files, content))
        var joined: Joined?
        while true {
            let newest = try await database.contentVersions(before: nil, limit: 1).first
            if let newest, try await isPublished(stored, content.zones, as: newest, from: publication.from) {
                return .published(try await told(newest, isNew: false, [:], warnings))
            }
            if let inForce = publication.inForce, try await database.contentVersion(inForceAt: now)?.number != inForce {
                return .otherContent
            }
            if origin == .published, let appearances = try await appearancesLeftOut(of: files, publication) {
                return .planLeftOut(appearances: appearances)
            }
            if joined == nil { joined = try await self.joined(next, publication) }
            let conflict = try await conflict(
                of: next, publication, bringingBack: origin.broughtBack, joined: joined)
            if let conflict { return .conflict(conflict) }
            if let waiting = joined, let refusal = try await store(waiting, publication, audit: audit) {
                return refusal
            }
            let there = content.packs.filter { !missingPacks.contains($0) }
            try await packs.prepare(
                there, version: (newest?.number ?? 0) + 1, waitingForPictures: origin == .published)
            let new = publication.version(
                of: stored, origin, now: now, after: newest, zones: content.zones)
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
        let (files, replacing) = (joined.content.files, publication.replacing(joined.version))
        let change = try await add(files, read(files, replacing), .published, replacing, audit: audit)
        if case .published = change { return nil }
        return change
    }

    /// Whether the newest version has this content and these zones, and is in force or takes effect at this instant.
    private func isPublished(
        _ content: StoredContent, _ zones: [Zone], as newest: ContentVersion, from: Instant?
    ) async throws -> Bool {
        guard newest.digest == content.digest, newest.cancellation == nil,
            try await database.contentZones(of: newest.number) == zones
        else { return false }
        if let from, from > now { return from == newest.from }
        return try await database.contentVersion(inForceAt: now)?.number == newest.number
    }

    /// Puts a version in force that was just added, unless it is scheduled.
    ///
    /// - Returns: for each store that there was before, the first instant at which the shelf can show something else. When a
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

extension ContentVersion.Origin {
    /// The version whose content it is; `nil` for content that is new.
    fileprivate var broughtBack: Int64? {
        guard case .rolledBack(let number) = self else { return nil }
        return number
    }
}
