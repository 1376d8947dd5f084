import ShelfConfiguration
import ShelfDatabase
import ShelfModel

/// Why a publication's changes can't be put into a scheduled version as well. Nothing was changed.
package enum AlsoInRefusal: Error, Hashable, Sendable {
    /// No version with this number will take effect after the publication.
    case notScheduled(Int64, scheduled: [Int64])
    /// The scheduled version has changed the same lines of a file, or the same rows of the plan.
    case sameLines(Int64, path: String)
    /// What the lines of both say together can't be read, or isn't what both want.
    ///
    /// - Parameter why: such as `store main: weights: …`.
    case otherMeaning(Int64, why: String)
}

extension ContentVersions {
    /// A scheduled version with a publication's changes in it.
    struct Joined {
        let version: ContentVersion
        let content: WrittenContent
    }

    /// Puts a publication's changes into the scheduled version that it names. Nothing is stored.
    ///
    /// - Returns: `nil` where the publication names none.
    /// - Throws: ``AlsoInRefusal``, or the database's error.
    func joined(_ next: WrittenContent, _ publication: ContentPublication) async throws -> Joined? {
        guard let number = publication.alsoIn else { return nil }
        let from = max(publication.from ?? now, now)
        let scheduled = try await database.contentVersions(comingAfter: from).comingInForce
        guard let version = scheduled.first(where: { $0.number == number }) else {
            throw AlsoInRefusal.notScheduled(number, scheduled: scheduled.map(\.number))
        }
        guard let present = try await database.contentVersion(inForceAt: from) else { return nil }
        let (base, theirs) = (try await written(present), try await written(version))
        let merged: [ContentFile]
        do throws(ContentMerge.Conflict) {
            merged = try ContentMerge.files(of: theirs, with: next, since: base)
        } catch {
            throw AlsoInRefusal.sameLines(number, path: error.path)
        }
        let content: WrittenContent
        do {
            content = try written(merged)
        } catch let error as ConfigurationProblems {
            throw AlsoInRefusal.otherMeaning(number, why: error.problems.first.map { "\($0)" } ?? "")
        }
        for wanted in [next, theirs] {
            let wants = try await changes(from: base, to: wanted)
            let others = try await changes(from: wanted, to: content)
            if let other = others.first(where: { other in wants.contains { other.overrides($0) } }) {
                throw AlsoInRefusal.otherMeaning(number, why: other.made)
            }
        }
        return Joined(version: version, content: content)
    }
}

extension ContentPublication {
    /// The publication of a scheduled version that holds this one's changes, in the place of the one that is joined. Its
    /// reason names that one's author and reason.
    func replacing(_ version: ContentVersion) -> ContentPublication {
        let own = reason.isEmpty ? "" : "\(reason); "
        let theirs = version.reason.isEmpty ? "" : ": \(version.reason)"
        return ContentPublication(
            author: author, at: at,
            reason: String(
                "\(own)with version \(version.number) by \(version.author)\(theirs)".prefix(Self.longestReason)),
            from: version.from, base: version.number, over: over, dropsPlan: true)
    }
}
