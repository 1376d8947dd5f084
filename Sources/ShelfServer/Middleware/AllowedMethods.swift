import HTTPTypes
import ShelfWire

/// The methods that are allowed for a path.
enum AllowedMethods {
    /// - Parameter parts: what stands between the slashes of a path, its query left out.
    static func of(_ parts: [Substring]) -> [HTTPRequest.Method] {
        let methods = Set(Route.all(fitting: parts).map(\.method))
        guard !methods.isEmpty else { return [.get, .head, .options] }
        let others: [HTTPRequest.Method] = methods.contains(.get) ? [.head, .options] : [.options]
        return (methods.map(HTTPRequest.Method.init) + others).sorted { $0.rawValue < $1.rawValue }
    }
}

extension String {
    /// The parts of the path between slashes. Consecutive slashes count as one, as they do for the router.
    var pathParts: [Substring] { split(separator: "/") }
}
