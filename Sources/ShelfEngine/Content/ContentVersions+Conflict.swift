import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfWire

extension ContentVersions {
    /// Finds what a publication would undo of versions that its author hasn't seen, what of it versions that are
    /// scheduled will undo, and what it would bring early because it was made from one of those.
    ///
    /// - Parameters:
    ///   - number: the version whose content is brought back; its author means to undo all that was listed. `nil` where
    ///     it is new.
    ///   - joined: the scheduled version that gets the publication's changes, too.
    /// - Returns: `nil` where there is no such thing, or the author means it.
    func conflict(
        of next: WrittenContent, _ publication: ContentPublication, bringingBack number: Int64?, joined: Joined? = nil
    ) async throws -> ContentConflict? {
        let from = max(publication.from ?? now, now)
        guard let present = try await database.contentVersion(inForceAt: from) else { return nil }
        let meant = publication.over ?? 0
        let coming = try await database.contentVersions(comingAfter: from).comingInForce.filter { $0.number > meant }
        let base = try await database.contentVersion(publication.base)
        let isSeen = number != nil ? present.number <= publication.base : base.map(present.wasSeen) ?? false
        let isUnseen = !isSeen && present.number > meant
        let source = if let number { try await database.contentVersion(number) } else { base }
        let scheduledBase = try await scheduled(source, after: from).flatMap { $0.number > meant ? $0 : nil }
        guard isUnseen || !coming.isEmpty || scheduledBase != nil else { return nil }
        let former = try await written(present)
        let own = try await changes(from: former, to: next)
        var others: [ContentConflict.Other] = []
        if isUnseen {
            let undone = try await unseen(own, from: former, to: next, since: base)
            others.append(ContentConflict.Other(version: present, kind: .undoing, changes: undone))
        }
        if let scheduledBase {
            let early = try await early(own, from: former, in: scheduledBase)
            others.append(ContentConflict.Other(version: scheduledBase, kind: .early, changes: early))
        }
        for version in coming {
            let isJoined = version.number == joined?.version.number
            let coming = try await isJoined ? joined?.content ?? next : written(version)
            let undone = ContentChange.undoing(
                own, among: try await changes(from: next, to: coming),
                since: try await changes(from: former, to: coming))
            others.append(ContentConflict.Other(version: version, kind: .undone, changes: undone))
        }
        return ContentConflict(others)
    }

    /// Those of a publication's changes that override what came since its base. Without a base the author has seen
    /// nothing.
    private func unseen(
        _ own: [ContentChange], from present: WrittenContent, to next: WrittenContent, since base: ContentVersion?
    ) async throws -> [ContentChange] {
        guard let base else { return own }
        let start = try await written(base)
        return ContentChange.undoing(
            try await changes(from: start, to: present), among: own, since: try await changes(from: start, to: next))
    }

    /// The version that takes effect at a version's instant, if that is later than this one: it may have taken the place of
    /// the version itself.
    private func scheduled(_ version: ContentVersion?, after from: Instant) async throws -> ContentVersion? {
        guard let version, version.from > from, version.cancellation == nil else { return nil }
        return try await database.contentVersion(inForceAt: version.from)
    }

    /// Those of a publication's changes that a scheduled version makes as well. Packs are compared as a whole, so a pack
    /// counts even where the two change different levels of it.
    private func early(
        _ own: [ContentChange], from present: WrittenContent, in scheduled: ContentVersion
    ) async throws -> [ContentChange] {
        let brought = Set(try await changes(from: present, to: written(scheduled)))
        return own.filter(brought.contains)
    }

    func changes(from before: WrittenContent, to after: WrittenContent) async throws -> [ContentChange] {
        let packs = try await packs.difference(from: before.content.packs, to: after.content.packs)
        return ContentDifference(from: before.content, to: after.content, at: nil).changes
            + before.commentChanges(to: after)
            + packs.map { ContentChange(subject: "pack \($0.pack)", field: "levels", before: nil, after: nil) }
    }
}

extension ContentVersion {
    /// Whether who has made content from a version knows this one, and that version's content is there with it. One that
    /// was scheduled takes effect later than one with a higher number, and one that was cancelled never does.
    fileprivate func wasSeen(with base: ContentVersion) -> Bool {
        base.cancellation == nil && number <= base.number && from <= base.from
    }
}
