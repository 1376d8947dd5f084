import ShelfConfiguration
import ShelfDatabase
import ShelfModel

extension ContentVersions {
    /// Tells which planned starts content that is to take effect at once would lose or delay.
    ///
    /// - Parameter isStored: whether the content was in force before.
    func planWarnings(about next: Content, isStored: Bool) async throws -> [ConfigurationProblem] {
        try await publisher.missedStarts(with: next, isStored: isStored, now: timeline.now).map { store, problem in
            .warning(
                found: "store \(store), plan[\(problem.appearance)]: \(problem.found)", expected: problem.expected,
                advice: problem.advice ?? "it isn't shown as planned")
        }
    }

    /// How many planned appearances a publication would take away because its files have no plan, though its base has
    /// one. Where nobody knows the base, the version counts whose place it takes.
    ///
    /// - Returns: `nil` where it would take none away, or its author means it.
    func appearancesLeftOut(of files: [ContentFile], _ publication: ContentPublication) async throws -> Int? {
        guard !publication.dropsPlan, !files.contains(where: { $0.path == ContentFile.plan }) else { return nil }
        guard let present = try await database.contentVersion(inForceAt: max(publication.from ?? now, now)) else {
            return nil
        }
        let count = try await content(of: present).plannedAppearances
        guard count > 0 else { return nil }
        guard let base = try await database.contentVersion(publication.base), base.digest != present.digest else {
            return count
        }
        return try await content(of: base).plannedAppearances > 0 ? count : nil
    }
}

extension Content {
    fileprivate var plannedAppearances: Int { stores.reduce(0) { $0 + $1.rules.plan.count } }
}
