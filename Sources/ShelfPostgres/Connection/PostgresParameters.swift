import CLibPQ
import Glibc

/// The parameters of a connection, as libpq takes them.
enum PostgresParameters {
    /// - Throws: ``UnknownParameter`` for one that libpq would refuse with an error that shows its name.
    static func check(_ parameters: [String: String]) throws {
        guard parameters.keys.allSatisfy(known.contains) else { throw UnknownParameter() }
    }

    /// Begins to connect. Returns `nil` where there is no memory for a connection.
    static func start(_ parameters: [String: String]) -> OpaquePointer? {
        let pairs = Array(name.merging(parameters) { $1 })
        let texts: [UnsafeMutablePointer<CChar>?] = pairs.map { strdup($0.key) } + pairs.map { strdup($0.value) }
        defer { for text in texts { free(text) } }
        var keywords: [UnsafePointer<CChar>?] = texts.prefix(pairs.count).map { UnsafePointer<CChar>($0) }
        var values: [UnsafePointer<CChar>?] = texts.dropFirst(pairs.count).map { UnsafePointer<CChar>($0) }
        keywords.append(nil)
        values.append(nil)
        // Without expanding the database's name, which would be read as a whole address.
        return PQconnectStartParams(keywords, values, 0)
    }

    /// By which PostgreSQL lists the sessions, unless the address gives them another name.
    private static let name = ["fallback_application_name": "shelflife"]

    /// The keywords that this libpq knows.
    private static let known: Set<String> = keywords { _ in true }

    /// The keywords whose values libpq would have hidden where a person types them.
    static let secret: Set<String> = keywords { $0.dispchar.map { String(cString: $0) } == "*" }

    private static func keywords(where isSought: (PQconninfoOption) -> Bool) -> Set<String> {
        guard let options = PQconndefaults() else { return [] }
        defer { PQconninfoFree(options) }
        var keywords: Set<String> = []
        var option = options
        while let keyword = option.pointee.keyword {
            if isSought(option.pointee) { keywords.insert(String(cString: keyword)) }
            option += 1
        }
        return keywords
    }
}

/// The database's address has a parameter that libpq doesn't know. Its name may be part of a password that isn't
/// percent-encoded, so it isn't shown.
package struct UnknownParameter: Error, Hashable, CustomStringConvertible {
    package init() {}

    package var description: String {
        """
        the database's address has a parameter that libpq doesn't know, which isn't shown since it may be part of a \
        password; compare the names of its parameters with those in libpq's manual, and percent-encode ? and & in a \
        password
        """
    }
}
