import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfWire

extension ContentVersions {
    /// Finds what a publication would undo of versions that its author hasn't seen, and what of it versions that are
    /// scheduled will undo.
    ///
    /// - Parameters:
    ///   - isRollBack: whether the content is an earlier version's. Its author means to undo all that was listed.
    ///   - joined: the scheduled version that gets the publication's changes, too.
    /// - Returns: `nil` where nothing is undone, or the author means it.
    func conflict(
        of next: Content, _ publication: ContentPublication, isRollBack: Bool, joined: Joined? = nil
    ) async throws -> ContentConflict? {
        let from = max(publication.from ?? now, now)
        guard let present = try await database.contentVersion(inForceAt: from) else { return nil }
        let meant = publication.over ?? 0
        let coming = try await database.contentVersions(comingAfter: from).comingInForce.filter { $0.number > meant }
        let base = try await database.contentVersion(publication.base)
        let isSeen = isRollBack ? present.number <= publication.base : base.map(present.wasSeen) ?? false
        let isUnseen = !isSeen && present.number > meant
        guard isUnseen || !coming.isEmpty else { return nil }
        let former = try await content(of: present)
        let own = try await changes(from: former, to: next)
        var others: [ContentConflict.Other] = []
        if isUnseen {
            let undone = try await unseen(own, of: former, since: base)
            others.append(ContentConflict.Other(version: present, changes: undone, isComing: false))
        }
        for version in coming {
            let coming =
                try await version.number == joined?.version.number ? joined?.content : content(of: version)
            let later = try await changes(from: next, to: coming ?? next)
            let undone = later.filter { change in own.contains { change.overrides($0) } }
            others.append(ContentConflict.Other(version: version, changes: undone, isComing: true))
        }
        return ContentConflict(others)
    }

    /// Those of a publication's changes that override what came since its base. Without a base the author has seen
    /// nothing.
    private func unseen(
        _ own: [ContentChange], of present: Content, since base: ContentVersion?
    ) async throws -> [ContentChange] {
        guard let base else { return own }
        let theirs = try await changes(from: try await content(of: base), to: present)
        return own.filter { change in theirs.contains { change.overrides($0) } }
    }

    func changes(from before: Content, to after: Content) async throws -> [ContentChange] {
        let packs = try await packs.difference(from: before.packs, to: after.packs)
        return ContentDifference(from: before, to: after, at: nil).changes
            + packs.map { ContentChange(subject: "pack \($0.pack)", field: "levels", before: nil, after: nil) }
    }
}

extension ContentVersion {
    /// Whether who has made content from a version knows this one. One that was scheduled takes effect later than one
    /// with a higher number.
    fileprivate func wasSeen(with base: ContentVersion) -> Bool { number <= base.number && from <= base.from }
}
