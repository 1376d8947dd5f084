package import ShelfConfiguration
import ShelfDatabase
package import ShelfModel
package import ShelfWire

extension ContentVersions {
    /// Reads files that aren't published, and returns them with what is wrong with them and the warnings about them.
    ///
    /// - Parameters:
    ///   - number: the version that they are the files of; `nil` where they are new.
    ///   - from: when they would take effect; `nil` for at once.
    ///   - severity: whether a picture or a pack that the server lacks is an error, or a warning since it can still be
    ///     sent.
    package func checked(
        asOf number: Int64? = nil, from: Instant? = nil, lacking severity: ConfigurationProblem.Severity = .error,
        _ read: @escaping @Sendable () async throws -> [ContentFile]
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
                await self.faultsOfFiles(read.content, severity) + read.warnings + self.warnings(about: read.content)
                    + (plans ?? []) + self.space.warnings()
            )
        }
    }

    /// Names pictures and packs that the server lacks, as far as the database can be asked.
    private func faultsOfFiles(
        _ next: Content, _ severity: ConfigurationProblem.Severity
    ) async -> [ConfigurationProblem] {
        guard !next.masters.isEmpty || !next.packs.isEmpty,
            let pictures = try? await pictures.missing(of: next.masters, at: now),
            let packs = try? await packs.missing(of: next.packs, at: now)
        else { return [] }
        let new = Set(pictures).subtracting(content.current.masters)
        let problems =
            (new.isEmpty ? [] : [MissingPictures(masters: Array(new), of: next).problem])
            + (packs.isEmpty ? [] : [MissingBundles(packs: packs.map(\.id)).problem])
        return problems.map { $0.with(severity) }
    }

    func warnings(about next: Content) -> [ConfigurationProblem] {
        settings.warnings(about: next)
            + PictureWarnings.about(
                next.catalogue, before: content.current.catalogue, removed: pictures.removed(of: next.catalogue.masters)
            )
            + content.current.stores.filter { next[store: $0.id] == nil }.map { store in
                .warning(
                    found: "no store \(store.id), which is open", expected: "every store that players see",
                    advice: "it closes as soon as this takes effect")
            }
            + content.current.packs.filter { pack in !next.packs.contains { $0.id == pack.id } }.map { pack in
                .warning(
                    found: "no pack \(pack.id), which the content in force has",
                    expected: "a folder in packs with pack.yaml for each pack that goes on",
                    advice: "devices keep the release that their channel points at")
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

    /// Compares two versions. Shares are those of the day that begins when the later one takes effect, or now.
    package func difference(
        from before: ContentVersion, to after: ContentVersion
    ) async throws -> (content: ContentDifference, packs: [ContentDifferenceAnswer.PackChange]) {
        let instant = max(timeline.now, after.from)
        return try await look { [self] in
            let (before, after) = (try await content(of: before), try await content(of: after))
            return (
                Self.difference(from: before, to: after, at: instant),
                try await packs.difference(from: before.packs, to: after.packs)
            )
        }
    }

    /// Compares contents, and draws for two seconds at most.
    static func difference(from before: Content, to after: Content, at instant: Instant) -> ContentDifference {
        let start = ContinuousClock.now
        return ContentDifference(from: before, to: after, at: instant) { store, catalogue, from in
            StoreShares.drawn(
                store, catalogue, from: from, while: { .now < start + drawingAtMost },
                again: { .now < start + drawingAgainAtMost })
        }
    }

    private static let drawingAtMost = Duration.seconds(2)
    /// So that each store is drawn once before one is drawn more often.
    private static let drawingAgainAtMost = Duration.milliseconds(500)

    /// Reads a version's content, with the masters as they are known now.
    func content(of version: ContentVersion) async throws -> Content {
        try await written(version).content
    }

    /// Reads a version's content with its files.
    func written(_ version: ContentVersion) async throws -> WrittenContent {
        try Task.checkCancellation()
        let (files, zones) = (try await files(of: version), try await database.contentZones(of: version.number))
        return try written(files, zones: .kept(zones))
    }

    /// Reads files that have been checked.
    ///
    /// - Parameter zones: those that a version keeps; the system's for files that are to become one.
    func written(_ files: [ContentFile], zones: ZoneSource = .system) throws -> WrittenContent {
        written(files, try ConfigurationLoader.content(files, zones: zones, now: timeline.now).content)
    }

    /// - Parameter content: that of the files, with the masters that they name.
    func written(_ files: [ContentFile], _ content: Content) -> WrittenContent {
        var content = content
        content.catalogue = content.catalogue.mappingMasters(pictures.master)
        return WrittenContent(files, content)
    }
}
