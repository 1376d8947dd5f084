import ShelfModel
import ShelfWire
import Testing

@Suite struct ChainTests {
    static let chain = Workshop.chain(1)

    @Test func `slot n starts n seconds after the epoch and is released the lead before`() {
        #expect(Self.chain.start(of: 240) == Instant(milliseconds: 1_800_000_240_000))
        #expect(Self.chain.release(of: 240) == Instant(milliseconds: 1_800_000_239_700))
        #expect(Self.chain.end == Self.chain.start(of: 3600))
    }

    @Test(
        arguments: [
            (-1000, nil), (0, nil), (699, nil), (700, 1), (1699, 1), (1700, 2), (3_599_700, 3600), (9_999_999, 3600),
        ] as [(Int64, Int?)])
    func `the newest public slot is that of the last release`(afterEpoch: Int64, slot: Int?) {
        #expect(Self.chain.newestReleased(at: Self.chain.epoch + .milliseconds(afterEpoch)) == slot)
    }

    @Test func `with a long lead keys are public before the chain begins`() {
        let chain = Workshop.chain(2, leadMs: 600_000)
        #expect(chain.newestReleased(at: chain.epoch - .milliseconds(599_000)) == 1)
        #expect(chain.newestReleased(at: chain.epoch - .milliseconds(599_001)) == nil)
        #expect(chain.newestReleased(at: chain.epoch) == 600)
    }

    @Test func `a listing's start has a slot if it is a whole second within the chain`() {
        #expect(Self.chain.slot(startingAt: Self.chain.epoch) == nil)
        #expect(Self.chain.slot(startingAt: Self.chain.epoch + .seconds(1)) == 1)
        #expect(Self.chain.slot(startingAt: Self.chain.epoch + .milliseconds(1500)) == nil)
        #expect(Self.chain.slot(startingAt: Self.chain.end) == 3600)
        #expect(Self.chain.slot(startingAt: Self.chain.end + .seconds(1)) == nil)
        #expect(Self.chain.slot(startingAt: Self.chain.epoch - .seconds(5)) == nil)
    }

    @Test func `a walk in parts ends where a walk in one ends`() {
        var walk = KeyWalk(chain: Self.chain.id, key: Workshop.top(1), slot: 3600)
        for slot in [3600, 3599, 2000, 0] { walk.descend(to: slot) }
        #expect(walk.key == Self.chain.anchor)
        #expect(walk.slot == 0)
    }

    @Test func `chains with other names have other keys`() {
        let walked = [1, 2].map { Workshop.top(1).descended(in: Workshop.chain($0).id, from: 10, to: 9) }
        #expect(walked[0] != walked[1])
    }
}
