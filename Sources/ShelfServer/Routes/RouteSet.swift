import Hummingbird

/// Routes of a subject, which it adds to a router.
protocol RouteSet: Sendable {
    func add(to router: some RouterMethods<ShelfRequestContext>)
}
