/// Routes of a subject that take a token or a body, so that each request passes the gate.
protocol GatedRoutes: Sendable {
    func add(to router: GatedRouter)
}
