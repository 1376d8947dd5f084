import HTTPTypes

/// Which methods a path takes.
enum Methods {
    static let asking: [HTTPRequest.Method] = [.get, .head, .options]
    static let changing: [HTTPRequest.Method] = [.options, .post]

    /// Paths that change something; `*` stands for any one part.
    private static let changes = [
        "v1/players", "v1/players/refresh", "v1/stores/*/purchases", "v1/admin/players/*/postings",
        "v1/admin/purchases/*/reversal", "v1/player/topups/apple", "v1/notifications/apple",
    ].map { $0.split(separator: "/") }

    static func allowed(for path: String) -> [HTTPRequest.Method] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        return changes.contains { isMatch(parts, $0) } ? changing : asking
    }

    private static func isMatch(_ parts: [Substring], _ pattern: [Substring]) -> Bool {
        parts.count == pattern.count && zip(parts, pattern).allSatisfy { $1 == "*" || $0 == $1 }
    }
}
