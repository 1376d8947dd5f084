import ShelfServer
import Testing

@Suite struct `The pace at which a client reads` {
    private static let second: Int64 = 1_000_000

    /// Takes parts of 128 kB, and waits this number of seconds before each.
    ///
    /// - Returns: whether the client was fast enough each time.
    private func taken(after seconds: [Int64]) -> [Bool] {
        var pace = ReadingPace()
        return seconds.map { pace.took(128_000, afterUs: $0 * Self.second) }
    }

    @Test func `is enough at 16 kB a second, and too slow below`() {
        #expect(taken(after: [8, 8, 8, 8, 8, 8]) == [true, true, true, true, true, true])
        #expect(taken(after: [9, 9, 9]) == [true, true, false])
    }

    @Test func `is judged over twenty seconds, so that one rest is no harm`() {
        #expect(taken(after: [0, 0, 19, 0, 0, 19]) == [true, true, true, true, true, true])
        #expect(taken(after: [19, 19]) == [true, false])
    }

    @Test func `counts anew after each twenty seconds, so that a fast beginning doesn't last`() {
        #expect(taken(after: Array(repeating: 0, count: 100) + [20]).allSatisfy { $0 })
        #expect(taken(after: Array(repeating: 0, count: 100) + [20, 20]).last == false)
    }

    @Test func `is no matter while the server doesn't wait for the client`() {
        #expect(taken(after: Array(repeating: 0, count: 1000)).allSatisfy { $0 })
    }
}
