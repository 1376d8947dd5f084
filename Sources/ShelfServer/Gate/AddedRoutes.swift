package import ShelfWire

/// A route behind the gate: for whom it is, and whether its handler gets a body.
package struct GatedRoute: Hashable, Sendable {
    package let route: Route
    /// For whom it is.
    package let caller: Caller
    /// Whether the handler gets a body.
    package let hasBody: Bool

    package enum Caller: Hashable, Sendable {
        case anyone, player, admin
    }

    package init(route: Route, caller: Caller, hasBody: Bool) {
        (self.route, self.caller, self.hasBody) = (route, caller, hasBody)
    }
}

/// The routes that were added to a router, while it is being set up.
final class AddedRoutes {
    private(set) var all: [GatedRoute] = []

    func add<Caller, Body>(_ route: TypedRoute<Caller, Body>) {
        let caller: GatedRoute.Caller =
            Caller.self == ForPlayers.self ? .player : Caller.self == ForAdmins.self ? .admin : .anyone
        let added = GatedRoute(route: route.route, caller: caller, hasBody: Body.self != NoBody.self)
        precondition(added == GatedRoute(route.route), "The handler of \(route.route) isn't what the terms say.")
        all.append(added)
    }
}

extension GatedRoute {
    /// What the terms of a route say.
    fileprivate init(_ route: Route) {
        let caller: Caller =
            switch route.terms.access {
            case .player: .player
            case .admin: .admin
            case .anyone, .desk: .anyone
            }
        self.init(route: route, caller: caller, hasBody: route.terms.body != .none)
    }
}
