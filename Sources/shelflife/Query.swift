import Foundation

/// Writes the query of a request.
enum Query {
    /// - Parameter members: names with their values; those without a value are left out.
    static func text(_ members: [(name: String, value: String?)]) -> String {
        members.compactMap { name, value in value.map { "\(name)=\(escaped($0))" } }.joined(separator: "&")
    }

    /// Percent-encodes everything but the characters that RFC 3986 calls unreserved.
    static func escaped(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
