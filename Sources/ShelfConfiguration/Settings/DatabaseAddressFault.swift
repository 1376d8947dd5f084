/// Why a text isn't an address of PostgreSQL.
///
/// It says nothing of the text itself, since that may have a password in it, and where it is malformed nobody knows in
/// which part.
package struct DatabaseAddressFault: Error, Hashable, Sendable {
    /// What was found, such as "a second @ before the database's name".
    let what: String
    let advice: String?

    private init(_ what: String, advice: String? = nil) {
        self.what = what
        self.advice = advice
    }

    private static let encode =
        "percent-encode what has a meaning in an address, such as %40 for @, %2F for /, %3F for ? and %25 for %"
    private static let quote = "put a value with blanks or quotes in single quotes"

    /// Neither a URI nor pairs.
    static let form = Self("something else")
    static let keyword = Self("a parameter with another name than libpq's", advice: encode)
    static let control = Self("a control character", advice: "take it out")
    static let port = Self("a port that isn't a number", advice: encode)
    static let nestedAddress = Self("an address where the database's name belongs", advice: "write its parts instead")
    static let secondAt = Self("a second @ before the parameters", advice: encode)
    static let bracket = Self(
        "a [ or ] that doesn't enclose an address of IPv6", advice: "write such a host as [::1]; \(encode)")
    static let percent = Self("a % without two hexadecimal digits behind it", advice: encode)
    static let encoding = Self("percent-encoded bytes that aren't UTF-8", advice: encode)
    static let parameter = Self("a parameter that isn't name=value", advice: encode)
    static let pair = Self("a word that isn't name=value", advice: quote)
    static let openQuote = Self("a quote that is never closed", advice: quote)
}

extension DatabaseAddressFault: CustomStringConvertible {
    /// What was found, in words for "found …".
    var found: String {
        what == Self.form.what
            ? "\(what), which isn't shown since it may have a password"
            : "\(what) in the address, which isn't shown since it may have a password"
    }

    static let expected = """
        an address of PostgreSQL, such as postgresql://shelflife@db.example/shop or \
        host=db.example dbname=shop user=shelflife
        """

    package var description: String {
        "found \(found), expected \(Self.expected)" + (advice.map { "; \($0)" } ?? "")
    }
}
