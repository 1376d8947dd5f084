import ShelfConfiguration
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Routes behind the gate` {
    @Test func `are all that take a token, and each handler gets what the route's terms say`() async throws {
        let (server, _) = try await VirtualServer.withAdmins(invitations: true)
        let gated = server.server.gatedRoutes
        #expect(Set(gated.map(\.route)).count == gated.count)
        let expected = Route.allCases.compactMap { route -> GatedRoute? in
            let hasBody = route.terms.body != .none
            return switch route.terms.access {
            case .player: GatedRoute(route: route, caller: .player, hasBody: hasBody)
            case .admin: GatedRoute(route: route, caller: .admin, hasBody: hasBody)
            case .anyone: hasBody ? GatedRoute(route: route, caller: .anyone, hasBody: true) : nil
            case .desk: nil
            }
        }
        #expect(Set(gated) == Set(expected))
    }

    @Test func `name limits of players and networks that are declared`() {
        for limit in Route.Limit.allCases {
            let declared = Limit.all.filter { $0.name == limit.rawValue }
            #expect(declared.count == 1 && declared[0].counts != .admins, "\(limit)")
        }
    }

    @Test func `have these limits where the settings say nothing`() {
        let settings = LimitSettings()
        let rows = Limit.all.map { "\($0.name) of \($0.counts): \($0.rate(settings))" }
        #expect(
            rows == [
                "addresses of networks: 50 in 1s, 200 at once",
                "players of players: 20 in 1s, 80 at once",
                "looks of admins: 20 in 1s, 100 at once",
                "refusals of admins: 20 in 1s, 80 at once",
                "newPlayers of networks: 60 in 1h, 60 at once",
                "orders of networks: 200 in 1s, 800 at once",
                "moves of players: 2 in 1s, 8 at once",
                "makings of players: 300 in 1h, 100 at once",
                "invitations of networks: 600 in 1h, 200 at once",
                "signIns of networks: 30 in 1h, 30 at once",
            ])
    }
}
