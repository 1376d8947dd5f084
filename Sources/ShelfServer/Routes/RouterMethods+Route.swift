import HTTPTypes
import Hummingbird
import ShelfWire

extension RouterMethods {
    /// Registers the handler of a route.
    @discardableResult
    func on<Answer: ResponseGenerator>(
        _ route: Route, use handler: @Sendable @escaping (Request, Context) async throws -> Answer
    ) -> Self {
        on(route.routerPath, method: HTTPRequest.Method(route.method), use: handler)
    }
}

extension Request {
    /// The route that is asked for, as a GET where it is a HEAD; `nil` where there is none.
    var route: Route? { Route(uri.path.pathParts, method: method) }
}

extension Route {
    /// - Parameter method: the request's; a HEAD counts as a GET.
    init?(_ parts: [Substring], method: HTTPRequest.Method) {
        let name = method == .head ? HTTPRequest.Method.get.rawValue : method.rawValue
        guard let method = Method(rawValue: name) else { return nil }
        self.init(parts, method: method)
    }
}

extension HTTPRequest.Method {
    init(_ method: Route.Method) {
        self =
            switch method {
            case .get: .get
            case .post: .post
            case .put: .put
            case .delete: .delete
            }
    }
}

extension Route {
    /// The pattern in the router's syntax, with `:store` for `{store}`.
    fileprivate var routerPath: RouterPath {
        RouterPath(pattern.replacing("{", with: ":").replacing("}", with: ""))
    }
}
