/// Where a PostgreSQL database is.
///
/// It may have a password in it, so it prints none of its text.
package struct DatabaseAddress: Hashable, Sendable {
    /// A URI of libpq, with every parameter that libpq knows.
    package let text: String

    /// - Returns: `nil` for a text that isn't such a URI.
    package init?(_ text: String) {
        guard ["postgresql://", "postgres://"].contains(where: text.hasPrefix) else { return nil }
        self.text = text
    }
}

extension DatabaseAddress: CustomStringConvertible {
    package var description: String { "PostgreSQL" }
}
