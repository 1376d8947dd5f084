import ShelfConfiguration
import ShelfDatabase
import ShelfModel

/// Why a publication's changes can't be put into a scheduled version as well. Nothing was changed.
package enum AlsoInRefusal: Error, Hashable, Sendable {
    /// No version with this number will take effect after the publication.
    case notScheduled(Int64, scheduled: [Int64])
    /// The scheduled version has changed the same lines of a file, or the same rows of the plan.
    case sameLines(Int64, path: String)
    /// What the lines of both say together isn't what both want.
    case otherMeaning(Int64)
}

extension ContentVersions {
    /// A scheduled version with a publication's changes in it.
    struct Joined {
        let version: ContentVersion
        let files: [ContentFile]
        let content: Content
    }

    /// Puts a publication's changes into the scheduled version that it names. Nothing is stored.
    ///
    /// - Parameters:
    ///   - files: the publication's.
    ///   - next: their content.
    /// - Returns: `nil` where the publication names none.
    /// - Throws: ``AlsoInRefusal``, or the database's error.
    func joined(
        _ files: [ContentFile], _ next: Content, _ publication: ContentPublication
    ) async throws -> Joined? {
        guard let number = publication.alsoIn else { return nil }
        let from = max(publication.from ?? now, now)
        let scheduled = try await database.contentVersions(comingAfter: from).comingInForce
        guard let version = scheduled.first(where: { $0.number == number }) else {
            throw AlsoInRefusal.notScheduled(number, scheduled: scheduled.map(\.number))
        }
        guard let present = try await database.contentVersion(inForceAt: from) else { return nil }
        let base = ContentMerge.Version(try await self.files(of: present), try await content(of: present))
        let theirs = ContentMerge.Version(try await self.files(of: version), try await content(of: version))
        let merged: [ContentFile]
        do throws(ContentMerge.Conflict) {
            merged = try ContentMerge.files(of: theirs, with: ContentMerge.Version(files, next), since: base)
        } catch {
            throw AlsoInRefusal.sameLines(number, path: error.path)
        }
        guard var content = try? ConfigurationLoader.content(merged, now: timeline.now).content else {
            throw AlsoInRefusal.otherMeaning(number)
        }
        content.catalogue = content.catalogue.mappingMasters(pictures.master)
        for wanted in [next, theirs.content] {
            let wants = try await changes(from: base.content, to: wanted)
            let others = try await changes(from: wanted, to: content)
            if others.contains(where: { other in wants.contains { other.overrides($0) } }) {
                throw AlsoInRefusal.otherMeaning(number)
            }
        }
        return Joined(version: version, files: merged, content: content)
    }
}

extension ContentPublication {
    /// The publication of a scheduled version that holds this one's changes, in the place of the one that is joined.
    func replacing(_ version: ContentVersion) -> ContentPublication {
        ContentPublication(
            author: author, at: at, reason: reason, from: version.from, base: version.number, over: over)
    }
}
