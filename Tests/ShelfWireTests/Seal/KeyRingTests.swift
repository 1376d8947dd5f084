import ShelfModel
import ShelfWire
import Testing

@Suite struct KeyRingTests {
    static let chain = Workshop.chain(1)

    /// A ring that has seen the workshop's window, whose newest key is that of slot 240.
    static func ring() -> KeyRing {
        var ring = KeyRing()
        ring.trust(try! WindowFile(reading: Workshop().file(), expecting: Workshop.expectations).header)
        return ring
    }

    static func refusal(
        _ released: ReleasedKey, in ring: KeyRing = KeyRingTests.ring(), secret: AppSecret? = nil,
        latest: Instant = chain.end
    ) -> KeyError? {
        var ring = ring
        let before = ring.newest(of: chain.id)
        do {
            try ring.accept(released, secret: secret, latest: latest)
            return nil
        } catch {
            #expect(ring.newest(of: chain.id) == before, "what was known stays")
            return error
        }
    }

    @Test func `a window's key gives the keys of all earlier slots and of no later one`() {
        var ring = Self.ring()
        for slot in [1, 100, 239, 240] {
            #expect(ring.key(Self.chain.id, slot: slot) == Workshop.key(1, slot: slot))
        }
        for slot in [241, 3600, 3601, Int.max, 0, -1, Int.min] {
            #expect(ring.key(Self.chain.id, slot: slot) == nil, "slot \(slot)")
        }
        #expect(ring.key(Workshop.chain(2).id, slot: 1) == nil)
    }

    @Test func `the anchor alone opens nothing`() {
        let header = WindowHeader(
            store: "main", previous: WindowHeader.noPrevious, issuedAt: Self.chain.epoch,
            until: Self.chain.epoch + .minutes(10), positions: 1, columns: 1, cardBytes: 256, count: 0,
            chains: [Self.chain], released: [])
        var ring = KeyRing()
        ring.trust(header)
        #expect(ring.newest(of: Self.chain.id) == 0)
        #expect(ring.key(Self.chain.id, slot: 0) == nil)
        #expect(ring.key(Self.chain.id, slot: 1) == nil)
    }

    @Test func `a key that comes late opens every earlier card`() throws {
        var ring = Self.ring()
        let slot = 240 + 1200
        try ring.accept(Workshop.released(1, slot: slot), latest: Self.chain.release(of: slot))
        #expect(ring.newest(of: Self.chain.id) == slot)
        for earlier in [241, 700, 1439] {
            #expect(ring.key(Self.chain.id, slot: earlier) == Workshop.key(1, slot: earlier))
        }
    }

    @Test func `keys of many slots are worked out on one walk, in any order`() {
        var (ring, asked) = (Self.ring(), [200, 3, 150, 240, 0, 999, 3])
        ring.derive(asked, in: Self.chain.id)
        asked.reverse()
        for slot in asked where (1...240).contains(slot) {
            #expect(ring.key(Self.chain.id, slot: slot) == Workshop.key(1, slot: slot))
        }
    }

    @Test func `a forged key is refused`() {
        for slot in [241, 700] {
            let forged = ReleasedKey(chain: Self.chain.id, slot: slot, key: Workshop.top(9))
            #expect(Self.refusal(forged) == .forged, "slot \(slot)")
            let shifted = ReleasedKey(chain: Self.chain.id, slot: slot, key: Workshop.key(1, slot: slot + 1))
            #expect(Self.refusal(shifted) == .forged, "slot \(slot)")
        }
    }

    @Test func `a key of a slot whose key is known isn't looked at, and changes nothing`() throws {
        var ring = Self.ring()
        for slot in [240, 239, 1] {
            let forged = ReleasedKey(chain: Self.chain.id, slot: slot, key: Workshop.top(9))
            #expect(try !ring.accept(forged, latest: Self.chain.end))
            #expect(try !ring.accept(Workshop.released(1, slot: slot), latest: Self.chain.end))
            #expect(ring.key(Self.chain.id, slot: slot) == Workshop.key(1, slot: slot))
        }
        #expect(try ring.accept(Workshop.released(1, slot: 241), latest: Self.chain.end))
        #expect(ring.newest(of: Self.chain.id) == 241)
    }

    @Test func `a key of a chain that no window speaks of is refused`() {
        #expect(Self.refusal(Workshop.released(2, slot: 241)) == .unknownChain)
        #expect(Self.refusal(Workshop.released(1, slot: 241), in: KeyRing()) == .unknownChain)
    }

    @Test func `after the hand-over both chains' keys are taken, until no window speaks of the old one`() throws {
        let vector = try #require(Vectors.shared.windows.first { $0.file == "handover-after.bin" })
        let (old, new) = (vector.header.chains[0], vector.header.chains[1])
        var ring = KeyRing()
        ring.trust(vector.header)
        #expect(ring.newest(of: old.id) == 600)
        #expect(ring.newest(of: new.id) == 60)
        let top = try #require(Vectors.shared.chains["handoverNew"]?.top)
        let next = ReleasedKey(
            chain: new.id, slot: 61, key: top.descended(in: new.id, from: new.slots, to: 61))
        try ring.accept(next, latest: new.release(of: 61))
        #expect(ring.newest(of: new.id) == 61)
        ring.keep(only: [new.id])
        #expect(Set(ring.chains.keys) == [new.id])
        #expect(ring.key(old.id, slot: 600) == nil)
    }

    @Test func `an older window takes nothing away`() throws {
        var ring = Self.ring()
        let before = try WindowFile(reading: Workshop().file(), expecting: Workshop.expectations).header
        try ring.accept(Workshop.released(1, slot: 300), latest: Self.chain.end)
        ring.trust(before)
        #expect(ring.newest(of: Self.chain.id) == 300)
    }

    @Test func `keys that were forgotten are worked out again`() throws {
        var ring = Self.ring()
        ring.derive(1...240, in: Self.chain.id)
        try ring.accept(Workshop.released(1, slot: 1400), latest: Self.chain.end)
        for minutes in [0, 8, 16] {
            var workshop = Workshop()
            workshop.header = Workshop.header(Self.chain, Workshop.top(1), positions: 2, later: .minutes(minutes))
            let header = try WireJSON.decode(WindowHeader.self, workshop.headerBytes())
            ring.trust(header)
        }
        for slot in [1, 240, 1000, 1400] { #expect(ring.key(Self.chain.id, slot: slot) == Workshop.key(1, slot: slot)) }
    }
}
