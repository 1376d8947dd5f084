/// What a subject adds to the server.
struct Subject {
    /// For everybody and for players.
    var routes: [any RouteSet] = []
    /// For admins. Players' origin and the desk's both have them, and know admins in different ways.
    var adminRoutes: @Sendable (AdminAccess) -> [any RouteSet] = { _ in [] }
    var services: [any NamedService] = []
}
