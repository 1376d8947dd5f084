import ShelfConfiguration
import ShelfModel
import ShelfWire

/// The packs of levels, as content versions know them, which name bundles only.
protocol ContentPacks: Sendable {
    /// - Returns: the packs whose bundles no server has.
    func missing(of packs: [ContentPack], at instant: Instant) async throws -> [ContentPack]

    /// Makes a release of each pack of which there is none yet.
    ///
    /// - Parameters:
    ///   - version: the content version that has the packs, or the one that comes next.
    ///   - waits: whether packs are left out whose pictures aren't made. Otherwise their levels have no background.
    /// - Throws: ``MissingBundles``, ``FileRefusal``, the problems of a bundle, or the database's error. The other packs
    ///   have their releases then.
    func prepare(_ packs: [ContentPack], version: Int64, waitingForPictures waits: Bool) async throws

    /// Compares the packs of two contents, level by level. Of a pack whose bundle no server has, it is only told that it
    /// changes.
    func difference(
        from before: [ContentPack], to after: [ContentPack]
    ) async throws -> [ContentDifferenceAnswer.PackChange]
}

/// Content names packs whose bundles the server hasn't, so it can't be a version.
package struct MissingBundles: Error, Hashable, CustomStringConvertible {
    package let packs: [String]

    package var description: String {
        """
        the server hasn't the levels of \(packs.count == 1 ? "the pack" : "the packs") \(packs.joined(separator: ", ")); \
        shelflife publish sends them by itself; over the routes, send them first
        """
    }
}

extension MissingBundles {
    /// The same as a problem of a draft.
    var problem: ConfigurationProblem {
        .error(
            found: "packs whose levels aren't on the server: \(packs.joined(separator: ", "))",
            expected: "the bundles of all packs that the content names",
            advice: "shelflife publish sends them by itself; over the routes, send them first")
    }
}
