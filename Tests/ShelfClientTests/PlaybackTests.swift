import ShelfClient
import ShelfModel
import ShelfWire
import Testing

@Suite struct `The playback of a window` {
    let store = FakeStore()

    func instant(_ seconds: Int64, ms: Int64 = 0) -> Instant { FakeStore.epoch + .seconds(seconds) + .milliseconds(ms) }

    /// The window of minute 10, with every key up to `slot`.
    func playback(keysUpTo slot: Int = 7200) throws -> (Playback, KeyRing) {
        let window = try store.window(minute: 10)
        var keys = KeyRing()
        keys.trust(window.header)
        if slot > 600 { try keys.accept(store.released(min(slot, 1700)), latest: FakeStore.epoch + .hours(9)) }
        return (Playback(window), keys)
    }

    func positions(_ playback: Playback, _ keys: KeyRing, at instant: Instant) -> [ShelfPosition] {
        var (playback, keys) = (playback, keys)
        return playback.positions(at: instant, keys: &keys)
    }

    /// Position 0 holds the listing of slot 601, from second 601 to 661.
    @Test(arguments: [
        (601_000, ShelfPosition.Phase.arriving, 60_000, 0), (601_599, .arriving, 59_401, 9),
        (601_600, .onSale, 59_400, 10), (631_000, .onSale, 30_000, 500), (659_999, .onSale, 1001, 983),
        (660_000, .leaving, 1000, 983), (660_999, .leaving, 1, 999),
    ]) func `shows a listing's phases`(ms: Int64, phase: ShelfPosition.Phase, left: Int64, progress: Int) throws {
        let (playback, keys) = try playback()
        let position = positions(playback, keys, at: instant(0, ms: ms))[0]
        #expect(position.phase == phase)
        #expect(position.timeLeft.milliseconds == left)
        #expect(position.progress == progress)
        #expect(position.card?.name == "item 0 from 601")
    }

    @Test func `changes the listing at its last instant`() throws {
        let (playback, keys) = try playback()
        #expect(positions(playback, keys, at: instant(660, ms: 999))[0].card?.name == "item 0 from 601")
        #expect(positions(playback, keys, at: instant(661))[0].card?.name == "item 0 from 661")
    }

    @Test func `seals what its key hasn't come for, and says which key that is`() throws {
        let (playback, opened) = try playback(keysUpTo: 601)
        var keys = opened
        let shelf = positions(playback, keys, at: instant(612))
        #expect(shelf.map(\.phase) == [.onSale, .sealed, .onSale, .onSale])
        #expect(shelf[1].card == nil)
        #expect(shelf[1].timeLeft == .seconds(59))
        #expect(playback.missingKeys(at: instant(612), keys: keys) == [store.chain.id: 611])
        #expect(playback.missingKeys(at: instant(635), keys: keys) == [store.chain.id: 631])
        try keys.accept(store.released(631), latest: instant(640))
        #expect(playback.missingKeys(at: instant(635), keys: keys) == [:])
        #expect(positions(playback, keys, at: instant(635)).allSatisfy { $0.card != nil })
    }

    @Test func `is empty before and after the window`() throws {
        let (playback, keys) = try playback()
        #expect(positions(playback, keys, at: instant(500)).allSatisfy { $0.phase == .empty })
        #expect(positions(playback, keys, at: instant(1400)).allSatisfy { $0.phase == .empty && $0.card == nil })
        #expect(playback.nextChange(after: instant(1400)) == nil)
    }

    /// A window of which the positions 2 and 3 have only some of their listings.
    private func window(minute: Int, keeping isKept: @escaping (WindowRecord) -> Bool) throws -> WindowFile {
        try store.window(minute: minute) { $0.removeAll { $0.position >= 2 && !isKept($0) } }
    }

    @Test func `has a new position from its first listing on, and says when that is`() throws {
        let playback = Playback(try window(minute: 10) { $0.slot > 720 })
        let (_, keys) = try self.playback()
        #expect(positions(playback, keys, at: instant(740, ms: 999)).count == 2)
        #expect(positions(playback, keys, at: instant(741)).map(\.phase) == [.onSale, .onSale, .arriving])
        #expect(positions(playback, keys, at: instant(751)).count == 4)
        #expect(playback.positionCount(at: instant(500)) == 2)
        #expect(playback.positionCount(at: instant(9999)) == 4)
        #expect(playback.nextChange(after: instant(740, ms: 500)) == instant(741))
    }

    @Test func `has a position that goes away until its last listing ends`() throws {
        let (_, keys) = try playback()
        var playback = Playback(try window(minute: 10) { $0.slot < 692 })
        #expect(positions(playback, keys, at: instant(741)).map(\.phase) == [.onSale, .onSale, .empty, .onSale])
        #expect(positions(playback, keys, at: instant(751)).count == 2)
        playback = Playback(try window(minute: 13) { _ in false }, after: playback, at: instant(740))
        #expect(positions(playback, keys, at: instant(740)).count == 4)
        #expect(positions(playback, keys, at: instant(790)).count == 2)
    }

    @Test func `tells the next change among all positions`() throws {
        let (playback, _) = try playback()
        let turns: [(Int64, Int64)] = [
            (600_000, 601_000), (601_000, 601_600), (601_599, 601_600), (601_600, 610_000), (610_000, 611_000),
            (611_000, 611_600), (631_600, 660_000),
        ]
        for (at, next) in turns { #expect(playback.nextChange(after: instant(0, ms: at)) == instant(0, ms: next)) }
    }

    @Test func `goes on with the window before until the new one begins`() throws {
        var (playback, keys) = try playback()
        let next = try store.window(minute: 11)
        keys.trust(next.header)
        // Minute 11 begins at second 660; the listing that ends at 661 stands in both, the one before only in one.
        playback = Playback(next, after: playback, at: instant(600, ms: 500))
        #expect(positions(playback, keys, at: instant(600, ms: 500))[0].card?.name == "item 0 from 541")
        #expect(positions(playback, keys, at: instant(605)).allSatisfy { $0.phase == .onSale })
        #expect(positions(playback, keys, at: instant(661))[0].card?.name == "item 0 from 661")
    }

    @Test func `leaves a card that doesn't open sealed, without asking for its key again`() throws {
        let window = try store.window(minute: 10) { records in
            let index = records.firstIndex { $0.position == 0 && $0.slot == 601 }!
            let bad = records[index].sealed.map { $0 ^ 1 }
            records[index] = WindowRecord(chain: 0, position: 0, revision: 0, slot: 601, seconds: 60, sealed: bad)
        }
        let (_, keys) = try playback()
        let playback = Playback(window)
        #expect(positions(playback, keys, at: instant(605))[0].phase == .sealed)
        #expect(playback.missingKeys(at: instant(605), keys: keys) == [:])
    }

    @Test func `lets bars be drawn between changes`() {
        let listing = ShelfListing(
            chain: store.chain.id, slot: 1, position: 0, revision: 0, start: instant(10), end: instant(20))
        #expect([9, 10, 15, 20, 30].map { listing.progress(at: instant($0)) } == [0, 0, 500, 1000, 1000])
    }
}
