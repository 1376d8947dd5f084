import HTTPTypes

/// What a request says in `Accept-Encoding` (RFC 9110, section 12.5.3).
struct AcceptedEncodings: Hashable, Sendable {
    let hasGzip: Bool

    init(_ headers: HTTPFields) {
        let listed = headers[values: .acceptEncoding].flatMap { $0.split(separator: ",") }.map(Self.coding)
        let named = listed.first { $0.name == "gzip" || $0.name == "x-gzip" } ?? listed.first { $0.name == "*" }
        hasGzip = named?.isAccepted ?? false
    }

    /// One coding of the list, such as `gzip;q=0.8`. A weight of 0 refuses it.
    private static func coding(_ text: Substring) -> (name: String, isAccepted: Bool) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map {
            $0.filter { $0 != " " && $0 != "\t" }.lowercased()
        }
        let refuses = parts.dropFirst().contains { part in
            part.hasPrefix("q=") && part.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
        }
        return (parts.first ?? "", !refuses)
    }
}
