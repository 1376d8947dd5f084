import ShelfClient
import ShelfTerminal
import Testing

@Suite struct `Enter on a watched shelf` {
    func shelf(_ slot: Int = 1, isTapGuarded: Bool = false) -> Shelf {
        ShelfSample.shelf([ShelfSample.position(0, slot: slot, isTapGuarded: isTapGuarded)])
    }

    /// Controls with the first position chosen.
    func chosen() -> WatchControls {
        var controls = WatchControls()
        controls.move(.right, count: 1, columns: 1)
        return controls
    }

    @Test func `buys what is drawn at the chosen position`() {
        var controls = chosen()
        #expect(controls.enter(on: shelf(7), at: 0) == ShelfSample.position(0, slot: 7))
        #expect(controls.refusal == nil)
    }

    @Test func `buys nothing until a position is chosen`() {
        var controls = WatchControls()
        #expect(controls.enter(on: shelf(), at: 0) == nil)
        #expect(controls.enter(on: .bare, at: 1_000_000) == nil)
        #expect(controls.refusal == nil)
    }

    @Test func `buys nothing right after a change and says so, and the next time it buys`() {
        var controls = chosen()
        #expect(controls.enter(on: shelf(2, isTapGuarded: true), at: 0) == nil)
        #expect(controls.refusal == "it has only just changed; press Enter again to buy what is there now")
        #expect(controls.enter(on: shelf(2), at: 500_000) == ShelfSample.position(0, slot: 2))
        #expect(controls.refusal == nil)
    }

    @Test func `held down over a change buys what was there at first, and nothing that came`() {
        var controls = chosen()
        #expect(controls.enter(on: shelf(1), at: 0) != nil)
        for us in stride(from: 30_000, through: 3_000_000, by: 30_000) as StrideThrough<Int64> {
            #expect(controls.enter(on: shelf(2, isTapGuarded: us < 700_000), at: us) == nil)
        }
        #expect(controls.enter(on: shelf(2), at: 3_500_000) == ShelfSample.position(0, slot: 2))
    }

    @Test func `tells what the store refused until the next Enter`() {
        var controls = chosen()
        controls.refuse(.clockUnsure)
        #expect(controls.refusal == "the clock isn't set yet; check the connection and try again in a moment")
        _ = controls.enter(on: shelf(), at: 0)
        #expect(controls.refusal == nil)
    }
}
