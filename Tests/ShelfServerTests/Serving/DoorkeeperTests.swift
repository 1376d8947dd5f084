import ShelfConfiguration
import ShelfServer
import Testing

@Suite struct `The doorkeeper` {
    private static let limits = LimitSettings(connections: 5, connectionsPerAddress: 2)

    @Test func `lets in as many as there is room for, and again when one has left`() {
        let keeper = Doorkeeper(Self.limits, isBehindProxy: false)
        #expect(["a", "b", "c", "d", "e", "f"].map(keeper.admit) == [true, true, true, true, true, false])
        keeper.leave("c")
        #expect(keeper.count == 4)
        #expect(keeper.admit("f"))
        #expect(keeper.refused == 1)
    }

    @Test func `lets in no more from one address than are due to it`() {
        let keeper = Doorkeeper(Self.limits, isBehindProxy: false)
        #expect(["a", "a", "a", "b"].map(keeper.admit) == [true, true, false, true])
        keeper.leave("a")
        #expect(keeper.admit("a"))
    }

    @Test func `doesn't count by address what all comes from a proxy's`() {
        let keeper = Doorkeeper(Self.limits, isBehindProxy: true)
        #expect(["a", "a", "a", "a", "a", "a"].map(keeper.admit) == [true, true, true, true, true, false])
    }
}
