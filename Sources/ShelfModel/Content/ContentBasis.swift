/// The content that something was decided by.
///
/// Of several servers on one database each learns of a new content version only within a second. So the database
/// compares, and doesn't take what was decided by content that another version has overtaken.
package struct ContentBasis: Hashable, Sendable {
    /// The number of the content version that the server had followed last.
    package let version: Int64
    /// The instant for which something was decided. Versions that take effect after it don't matter.
    package let at: Instant

    package init(version: Int64, at: Instant) {
        self.version = version
        self.at = at
    }
}
