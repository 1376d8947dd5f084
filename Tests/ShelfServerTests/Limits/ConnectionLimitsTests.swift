import ShelfConfiguration
import ShelfServer
import Testing

@Suite struct `The connectionLimits` {
    private static let settings = LimitSettings(connections: 5, connectionsPerAddress: 2)

    @Test func `lets in as many as there is room for, and again when one has left`() {
        let limits = ConnectionLimits(Self.settings, isBehindProxy: false)
        #expect(["a", "b", "c", "d", "e", "f"].map(limits.admit) == [true, true, true, true, true, false])
        limits.leave("c")
        #expect(limits.count == 4)
        #expect(limits.admit("f"))
        #expect(limits.refused == 1)
    }

    @Test func `lets in no more from one address than are due to it`() {
        let limits = ConnectionLimits(Self.settings, isBehindProxy: false)
        #expect(["a", "a", "a", "b"].map(limits.admit) == [true, true, false, true])
        limits.leave("a")
        #expect(limits.admit("a"))
    }

    @Test func `doesn't count by address what all comes from a proxy's`() {
        let limits = ConnectionLimits(Self.settings, isBehindProxy: true)
        #expect(["a", "a", "a", "a", "a", "a"].map(limits.admit) == [true, true, true, true, true, false])
    }
}
