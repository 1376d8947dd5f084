import ShelfWire
import Testing

@Suite struct RouteTests {
    @Test(arguments: [
        (RequestTarget.time, "/v1/time"), (.stores, "/v1/stores"), (.window(store: "main"), "/v1/stores/main/window"),
        (.numberedWindow(store: "main", sequence: 30_000_004), "/v1/stores/main/windows/30000004"),
        (.keys(store: "a-1"), "/v1/stores/a-1/keys"),
        (.key(store: "a-1", chain: Workshop.chain(1).id, slot: 7), "/v1/stores/a-1/keys/AQEBAQEBAQEBAQEBAQEBAQ/7"),
        (.signIn, "/v1/players"), (.refresh, "/v1/players/refresh"), (.player, "/v1/player"),
        (.inventory, "/v1/player/inventory"), (.purchase(store: "main"), "/v1/stores/main/purchases"),
        (.purchases(before: nil, limit: 50), "/v1/player/purchases?limit=50"),
        (.purchases(before: 9, limit: 2), "/v1/player/purchases?before=9&limit=2"),
    ])
    func `a request's path is the wire format's`(target: RequestTarget, path: String) {
        #expect(target.path == path)
    }

    @Test(arguments: ["a", "main", "a-b-9", "-", String(repeating: "z", count: 32)])
    func `a store may be called this`(id: String) { #expect(StoreID.isValid(id)) }

    @Test(arguments: ["", "A", "a_b", "a b", "a/b", ".", "ä", "a\n", String(repeating: "z", count: 33)])
    func `a store may not be called this`(id: String) { #expect(!StoreID.isValid(id)) }
}
