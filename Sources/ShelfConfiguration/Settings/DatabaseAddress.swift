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

extension DatabaseAddress {
    /// The host and the database, without the user, the password and the parameters.
    package var place: String {
        let address = text.prefix { $0 != "?" }
        guard let user = address.lastIndex(of: "@") else { return String(address) }
        return "postgresql://" + address[user...].dropFirst()
    }
}

extension DatabaseAddress: CustomStringConvertible {
    package var description: String { "PostgreSQL" }
}
