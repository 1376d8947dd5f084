/// What a shop has a file for. One that several need counts for the first of these.
package enum FileKind: String, Hashable, Sendable, CaseIterable {
    /// The variants of pictures that aren't removed.
    case pictures
    /// The snapshots and deltas of packs' releases.
    case packs
    /// The bundles of versions and drafts.
    case versions
    /// Nothing needs it, or nothing yet. It is deleted a day after it was last sent or asked for.
    case unused
}
