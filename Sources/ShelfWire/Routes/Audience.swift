/// Who a path is meant for. This decides which web origins may read its answers (CORS).
package enum Audience: Hashable, Sendable {
    /// Public: pages of any origin may read the answers.
    case everyone
    /// For one player, an admin or the operator: only pages of the configured origins may read the answers.
    case few

    /// - Parameter parts: the parts of the path between slashes, without the query.
    package init(ofPath parts: [Substring]) {
        let isOperators = parts.isEmpty || parts.count == 1 && ["healthz", "readyz", "metrics"].contains(parts[0])
        let isPersonal = parts.count > 1 && parts[0] == "v1" && ["player", "players", "admin"].contains(parts[1])
        self = isOperators || isPersonal ? .few : .everyone
    }
}
