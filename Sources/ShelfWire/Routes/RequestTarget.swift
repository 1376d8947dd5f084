/// What one request asks for (RFC 9112, section 3.2): a route, the values in its path, and a query.
package struct RequestTarget: Hashable, Sendable {
    package let route: Route
    /// In the order of the pattern's braces.
    package let values: [String]
    /// Without its question mark; empty where there is none.
    package let query: String

    /// - Parameter values: the values in the path. Ids and numbers need no escaping.
    /// - Precondition: there are as many values as the pattern has braces.
    package init(_ route: Route, _ values: [String] = [], query: String = "") {
        precondition(route.parts.count { $0 == .value } == values.count, "\(route.rawValue) takes other values")
        self.route = route
        self.values = values
        self.query = query
    }

    /// - Parameters:
    ///   - parts: the parts of the path between slashes, without the query.
    ///   - method: only a route of this method fits.
    /// - Returns: `nil` when no route has such a path.
    package init?(_ parts: [Substring], method: Route.Method) {
        guard let route = Route(parts, method: method) else { return nil }
        self.init(route, zip(parts, route.parts).compactMap { text, part in part == .value ? String(text) : nil })
    }

    /// The path and, behind a question mark, the query.
    package var path: String {
        var rest = values[...]
        let path = route.parts.reduce(into: "") { path, part in
            switch part {
            case .literal(let text): path += "/" + text
            case .value: path += "/" + rest.removeFirst()
            }
        }
        return (path.isEmpty ? "/" : path) + (query.isEmpty ? "" : "?" + query)
    }
}

extension RequestTarget {
    package static let time = RequestTarget(.time)
    package static let stores = RequestTarget(.stores)
    package static let signIn = RequestTarget(.signIn)
    package static let refresh = RequestTarget(.refresh)
    package static let player = RequestTarget(.player)
    package static let inventory = RequestTarget(.inventory)
    package static let appStoreTopUp = RequestTarget(.appStoreTopUp)

    package static func window(store: String) -> RequestTarget { RequestTarget(.window, [store]) }

    package static func numberedWindow(store: String, sequence: Int64) -> RequestTarget {
        RequestTarget(.numberedWindow, [store, String(sequence)])
    }

    package static func legacy(store: String) -> RequestTarget { RequestTarget(.legacy, [store]) }

    package static func keys(store: String) -> RequestTarget { RequestTarget(.keys, [store]) }

    package static func key(store: String, chain: ChainID, slot: Int) -> RequestTarget {
        RequestTarget(.key, [store, "\(chain)", String(slot)])
    }

    package static func purchase(store: String) -> RequestTarget { RequestTarget(.purchase, [store]) }

    /// - Parameter before: only purchases with smaller numbers.
    package static func purchases(before: Int64?, limit: Int) -> RequestTarget {
        RequestTarget(.purchases, query: (before.map { "before=\($0)&" } ?? "") + "limit=\(limit)")
    }
}
