import ShelfSite
import ShelfWire
import Testing

@Suite struct `The desk's audit log` {
    @Test func `has a sentence for each route that is kept in it, and for no other`() throws {
        let file = try #require(try Site().deskFiles.first { $0.path == "/desk/audit/deed.js" })
        let text = String(decoding: file.bytes, as: UTF8.self)
        let named = text.matches(of: #/"((?:GET|POST|PUT|DELETE) [^"]+)":/#).map { String($0.1) }
        let kept = Route.allCases.filter { route in
            if case .admin = route.terms.access { return true }
            return route == .deskSignIn || route == .deskSignOut
        }
        #expect(named.sorted() == kept.map(\.rawValue).sorted())
    }
}
