import ShelfConfiguration
import ShelfDatabase
package import ShelfModel

extension ContentVersions {
    /// Finds what a publication would do. Nothing is changed.
    ///
    /// - Parameters:
    ///   - number: the version whose content is brought back; `nil` for files that are new.
    ///   - read: reads the files.
    package func trial(
        of number: Int64?, _ publication: ContentPublication,
        _ read: @escaping @Sendable () async throws -> [ContentFile]
    ) async throws -> ContentTrial {
        let (files, problems) = try await checked(
            asOf: number, from: publication.from, lacking: .warning, read)
        guard !problems.contains(where: { $0.severity == .error }) else {
            return ContentTrial(
                problems: problems, conflict: nil, appearancesLeftOut: nil, difference: nil, drawnUntil: [:])
        }
        return try await look { [self] in
            let next = try written(files)
            let unfit = try await unfit(next.content)
            let joined = try await joined(next, publication)
            let from = max(publication.from ?? now, now)
            let present = try await database.contentVersion(inForceAt: from)
            // Files that own the content are published over nobody's change.
            let isOwned = settings.content.owner == .files
            return ContentTrial(
                problems: problems + unfit + ownerWarnings,
                conflict: isOwned
                    ? nil : try await conflict(of: next, publication, bringingBack: number, joined: joined),
                appearancesLeftOut: isOwned || number != nil
                    ? nil : try await appearancesLeftOut(of: files, publication),
                difference: try await difference(
                    from: present, to: next.content, at: from, after: joined == nil ? 0 : 1),
                drawnUntil: await drawnUntil(next.content, from: from))
        }
    }

    private var ownerWarnings: [ConfigurationProblem] {
        let owned = settings.content
        guard owned.owner == .files else { return [] }
        return [
            .warning(
                found: "a server whose content is made in files\(owned.source.map { " at \($0)" } ?? "")",
                expected: "the change in those files", advice: "publishing it is refused")
        ]
    }

    private func unfit(_ next: Content) async throws -> [ConfigurationProblem] {
        do {
            try await ContentFit(database: database).check(next)
            return []
        } catch let error as StartError {
            return [
                .error(found: "\(error)", expected: "content that fits what is published", advice: "change it back")
            ]
        }
    }

    /// - Parameters:
    ///   - instant: when the content takes effect.
    ///   - others: how many versions are added before the one with this content.
    private func difference(
        from present: ContentVersion?, to next: Content, at instant: Instant, after others: Int64
    ) async throws -> ContentTrial.Difference? {
        guard let present else { return nil }
        let before = try await content(of: present)
        let newest = try await database.contentVersions(before: nil, limit: 1).first?.number
        return ContentTrial.Difference(
            from: present.number, to: (newest ?? present.number) + others + 1,
            content: Self.difference(from: before, to: next, at: instant),
            packs: try await packs.difference(from: before.packs, to: next.packs))
    }
}
