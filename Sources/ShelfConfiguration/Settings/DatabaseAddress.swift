/// Where a PostgreSQL database is, as libpq's parameters.
///
/// It may have a password in it, so it prints none of its text.
package struct DatabaseAddress: Hashable, Sendable {
    /// The values by libpq's keywords, as they are meant: nothing in them is percent-encoded or quoted any more.
    package let parameters: [String: String]

    /// - Parameter text: a URI, `postgresql://user@host/database?name=value`, or `name=value` pairs with blanks between
    ///   them.
    /// - Throws: what is wrong, without a word of the text.
    package init(_ text: String) throws(DatabaseAddressFault) {
        if let rest = Self.afterScheme(text) {
            parameters = try PostgresURI(afterScheme: rest).parameters
        } else if PostgresPairs.areMeant(by: text) {
            parameters = try PostgresPairs.parameters(in: text)
        } else {
            throw .form
        }
        for (keyword, value) in parameters { try Self.check(keyword, value) }
    }
}

extension DatabaseAddress {
    /// Whether a text that may also name a folder is meant as an address, sound or not. Such a text isn't to be shown.
    package static func isMeant(by text: String) -> Bool {
        let start = text.lowercased()
        return text.contains("://") || start.hasPrefix("postgresql:") || start.hasPrefix("postgres:")
            || PostgresPairs.areMeant(by: text)
    }

    private static func afterScheme(_ text: String) -> ArraySlice<UInt8>? {
        for scheme in ["postgresql://", "postgres://"] where text.utf8.starts(with: scheme.utf8) {
            return Array(text.utf8)[scheme.utf8.count...]
        }
        return nil
    }

    /// Refuses what libpq or the server would show in an error, though it is probably part of something else.
    private static func check(_ keyword: String, _ value: String) throws(DatabaseAddressFault) {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard !keyword.isEmpty, keyword.utf8.allSatisfy({ letters.contains($0) || $0 == UInt8(ascii: "_") }) else {
            throw .keyword
        }
        guard keyword == "password" || !value.unicodeScalars.contains(where: \.isControl), !value.utf8.contains(0)
        else { throw .control }
        if keyword == "port", !value.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ",") }) {
            throw .port
        }
        if keyword == "dbname", value.contains("://") { throw .nestedAddress }
    }
}

extension DatabaseAddress {
    /// The hosts and the database, without the user, the password and the other parameters. A socket's folder is left
    /// out.
    package var place: String {
        let hosts = (parameters["host"] ?? parameters["hostaddr"] ?? "").split(
            separator: ",", omittingEmptySubsequences: false)
        let ports = (parameters["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let places = hosts.enumerated().map { index, host in
            if host.hasPrefix("/") { return "" }
            let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
            return (host.contains(":") ? "[\(host)]" : String(host)) + (port.isEmpty ? "" : ":\(port)")
        }
        return "postgresql://" + places.joined(separator: ",") + (parameters["dbname"].map { "/\($0)" } ?? "")
    }
}

extension DatabaseAddress: CustomStringConvertible {
    package var description: String { "PostgreSQL" }
}

extension DatabaseAddress: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: []) }
}
