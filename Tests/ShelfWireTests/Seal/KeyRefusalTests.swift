import ShelfModel
import ShelfWire
import Testing

/// What a key that comes alone may cost: a forged slot must not make anyone walk far.
@Suite struct KeyRefusalTests {
    static let chain = Workshop.chain(1)
    static let prefetched = Workshop.chain(2, leadMs: 600_000)

    /// How many hashes a ring that knows slot 240 would make to check the key, or why it makes none.
    static func steps(_ slot: Int, latest: Instant = chain.end) -> Result<Int, KeyError> {
        let forged = ReleasedKey(chain: chain.id, slot: slot, key: Workshop.top(9))
        return Result { () throws(KeyError) in try KeyRingTests.ring().steps(toCheck: forged, latest: latest) }
    }

    @Test(arguments: [0, -1, 3601, Int.max, Int.min])
    func `a slot that the chain doesn't have is refused without a hash`(slot: Int) {
        #expect(Self.steps(slot) == .failure(.beyondChain))
        #expect(
            KeyRingTests.refusal(ReleasedKey(chain: Self.chain.id, slot: slot, key: Workshop.top(9))) == .beyondChain)
    }

    @Test func `a key whose release lies over two seconds after the latest true time is refused without a hash`() {
        let latest = Self.chain.release(of: 300) - .seconds(2)
        #expect(Self.steps(300, latest: latest) == .success(60))
        #expect(Self.steps(300, latest: latest - .milliseconds(1)) == .failure(.tooEarly))
        #expect(KeyRingTests.refusal(Workshop.released(1, slot: 300), latest: latest - .milliseconds(1)) == .tooEarly)
        #expect(KeyRingTests.refusal(Workshop.released(1, slot: 300), latest: latest) == nil)
    }

    @Test func `a walk over two windows and the lead is refused without a hash`() {
        #expect(Self.steps(240 + 1200) == .success(1200))
        #expect(Self.steps(240 + 1201) == .failure(.tooFar))
        #expect(Self.steps(3600) == .failure(.tooFar))
        #expect(KeyRingTests.refusal(Workshop.released(1, slot: 240 + 1201)) == .tooFar)
        #expect(Self.steps(1) == .success(0), "what is known isn't walked to")
    }

    @Test func `the longest walk grows with the lead`() throws {
        let header = try Self.header(of: Self.prefetched)
        var ring = KeyRing()
        ring.trust(header)
        #expect(ring.newest(of: Self.prefetched.id) == 840)
        func steps(_ slot: Int) -> Int? {
            let key = ReleasedKey(chain: Self.prefetched.id, slot: slot, key: Workshop.top(9))
            return try? ring.steps(toCheck: key, latest: Self.prefetched.end)
        }
        #expect(steps(840 + 1800) == 1800)
        #expect(steps(840 + 1801) == nil)
    }

    @Test func `the checks come in one order`() {
        #expect(Self.steps(3601, latest: .distantPast) == .failure(.beyondChain))
        #expect(Self.steps(3600, latest: Self.chain.epoch) == .failure(.tooEarly))
        let shut = ReleasedKey(chain: Self.chain.id, slot: 3600, box: [1, 2, 3])
        #expect(KeyRingTests.refusal(shut) == .tooFar)
    }

    /// The header of a window whose chain is `chain`.
    static func header(of chain: Chain) throws -> WindowHeader {
        var workshop = Workshop()
        workshop.header = Workshop.header(chain, Workshop.top(2), positions: 2)
        return try WireJSON.decode(WindowHeader.self, workshop.headerBytes())
    }
}
