/// What a subject adds to the server.
struct Subject {
    /// What anybody may look at.
    var openRoutes: [any RouteSet] = []
    /// For players, and for anybody who sends something.
    var routes: [any GatedRoutes] = []
    /// For admins. Players' origin and the desk's both have them.
    var adminRoutes: [any GatedRoutes] = []
    var services: [any NamedService] = []
}
