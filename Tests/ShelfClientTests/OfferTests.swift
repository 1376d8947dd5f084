import ShelfClient
import ShelfModel
import ShelfWire
import Testing

/// An offer of several listings, of which a player sees one: position 0 from slot 541 to 781 in minutes.
@Suite struct `An offer of several listings` {
    let store = FakeStore()
    static let offer = 541..<781

    func instant(_ seconds: Int64, ms: Int64 = 0) -> Instant { FakeStore.epoch + .seconds(seconds) + .milliseconds(ms) }

    func playback(
        _ window: WindowFile? = nil, keysUpTo slot: Int, after earlier: Playback? = nil, at: Instant? = nil
    ) throws -> (Playback, KeyRing) {
        let window = try window ?? store.window(minute: 10, offer: Self.offer)
        var keys = KeyRing()
        keys.trust(window.header)
        try keys.accept(store.released(slot), latest: FakeStore.epoch + .hours(9))
        return (Playback(window, after: earlier, at: at), keys)
    }

    @Test func `has one timer, one bar and no fade between its listings`() throws {
        var (playback, keys) = try playback(keysUpTo: 901)
        let first = playback.positions(at: instant(600, ms: 999), keys: &keys)[0]
        #expect(first.phase == .onSale && first.card?.name == "ring")
        #expect((first.listing?.start, first.listing?.end) == (instant(541), instant(781)))
        #expect(first.timeLeft == .milliseconds(180_001) && first.progress == 249)
        for second in [601, 660, 661, 720, 721, 779] {
            let shown = playback.positions(at: instant(Int64(second), ms: 500), keys: &keys)[0]
            #expect(shown.phase == .onSale && shown.listing == first.listing, "second \(second)")
        }
        let last = playback.positions(at: instant(780), keys: &keys)[0]
        #expect(last.phase == .leaving)
        let next = playback.positions(at: instant(781), keys: &keys)[0]
        #expect(next.phase == .arriving && next.card?.name == "item 0 from 781")
    }

    @Test func `changes nothing that is drawn until it ends`() throws {
        var (playback, keys) = try playback(keysUpTo: 901)
        var (now, turns): (Instant, [Instant]) = (instant(600), [])
        _ = playback.positions(at: now, keys: &keys)
        while let next = playback.nextChange(after: now), next <= instant(781) {
            _ = playback.positions(at: next, keys: &keys)
            (now, turns) = (next, turns + [next])
        }
        let starts: [Int64] = (1...3).flatMap { position in
            Array(stride(from: Int64(10 * position + 541), to: 800, by: 60))
        }
        let others: [Instant] =
            starts.map { instant($0) } + starts.map { instant($0, ms: 600) } + starts.map { instant($0 + 59) }
        #expect(Set(turns).subtracting(others) == [instant(780), instant(781)])
        #expect(playback.nextDrawing(after: instant(660, ms: 500)) == instant(661))
    }

    @Test func `is named by the listing that was opened last`() throws {
        var (playback, keys) = try playback(keysUpTo: 901)
        let slots = try [600, 610, 670, 730].map { second in
            try #require(playback.positions(at: instant(second), keys: &keys)[0].request).slot
        }
        #expect(slots == [541, 601, 661, 721])
    }

    @Test func `stays for sale under its last name until the next listing's key comes`() throws {
        var (playback, keys) = try playback(keysUpTo: 610)
        _ = playback.positions(at: instant(650), keys: &keys)
        let late = playback.positions(at: instant(662), keys: &keys)[0]
        #expect(late.phase == .onSale && late.request?.slot == 601 && late.timeLeft == .seconds(119))
        #expect(playback.missingKeys(at: instant(662), keys: keys).values.contains(661))
        try keys.accept(store.released(661), latest: instant(700))
        let opened = playback.positions(at: instant(663), keys: &keys)[0]
        #expect(opened.request?.slot == 661)
    }

    @Test func `is sealed where none of it was opened, and ends with its window`() throws {
        var (playback, keys) = try playback(keysUpTo: 600)
        let shut = playback.positions(at: instant(605), keys: &keys)[0]
        (playback, keys) = try self.playback(store.window(minute: 0, offer: 541..<3001), keysUpTo: 901)
        let open = playback.positions(at: instant(715), keys: &keys)[0]
        let over = playback.positions(at: instant(782), keys: &keys)[0]
        #expect([shut, open, over].map(\.phase) == [.sealed, .onSale, .empty])
    }

    @Test func `goes on over a window's edge, also where the listing that was opened is in the window before`() throws {
        var (playback, keys) = try playback(keysUpTo: 610)
        let before = playback.positions(at: instant(660, ms: 900), keys: &keys)[0]
        playback = Playback(
            try store.window(minute: 12, offer: Self.offer), after: playback, at: instant(722))
        let after = playback.positions(at: instant(722), keys: &keys)[0]
        #expect(after.listing == before.listing && after.request?.slot == 601)
    }

    @Test func `ends where another card begins, with a fade for that one alone`() throws {
        let window = try store.window(minute: 10) { records in
            for index in records.indices where records[index].position == 0 && (541..<661).contains(records[index].slot)
            {
                records[index] = store.record(position: 0, slot: records[index].slot, name: "ring", offer: Self.offer)
            }
            let index = records.firstIndex { $0.position == 0 && $0.slot == 661 }!
            records[index] = store.record(position: 0, slot: 661, name: "hat", offer: 661..<781)
        }
        var (playback, keys) = try playback(window, keysUpTo: 901)
        let before = playback.positions(at: instant(660, ms: 999), keys: &keys)[0]
        #expect(before.phase == .onSale)
        let shown = playback.positions(at: instant(661), keys: &keys)[0]
        #expect(shown.phase == .arriving && shown.card?.name == "hat" && shown.listing?.start == instant(661))
    }

    @Test(arguments: [602..<781, 541..<720])
    func `doesn't join a listing that its card's times don't hold`(offer: Range<Int>) throws {
        let window = try store.window(minute: 10) { records in
            for index in records.indices where records[index].position == 0 && [601, 661].contains(records[index].slot)
            {
                records[index] = store.record(position: 0, slot: records[index].slot, name: "ring", offer: offer)
            }
        }
        var (playback, keys) = try playback(window, keysUpTo: 901)
        let slot: Int64 = offer.lowerBound == 602 ? 601 : 661
        let shown = playback.positions(at: instant(slot + 5), keys: &keys)[0]
        #expect((shown.listing?.start, shown.listing?.end) == (instant(slot), instant(slot + 60)))
    }
}

extension `An offer of several listings` {
    @Test func `is sold out whichever of its listings is named, and withdrawn while the last is`() throws {
        var (playback, keys) = try playback(keysUpTo: 901)
        _ = playback.positions(at: instant(605), keys: &keys)
        let later = playback.positions(at: instant(670), keys: &keys)
        for (slot, isWithdrawn) in [(601, false), (661, true)] {
            var closed = ClosedListings()
            let withdrawal = try #require(
                store.withdrawal(position: 0, slot: slot).opened(with: store.publicKey))
            let soldOut = try #require(store.soldOut(position: 0, slot: slot).opened(with: store.publicKey))
            let isNews = closed.sellOut(soldOut)
            #expect(isNews)
            #expect(closed.mark(later)[0].isSoldOut && !closed.mark(later)[1].isSoldOut)
            _ = closed.withdraw(withdrawal)
            #expect(closed.mark(later)[0].isWithdrawn == isWithdrawn && !closed.mark(later)[0].isSoldOut)
        }
    }

    @Test func `keeps its first name for as long as it lasts, and those of the last hour for taps`() throws {
        let store = FakeStore(positions: 1)
        var keys = KeyRing()
        var (playback, shelves): (Playback?, [ShelfPosition]) = (nil, [])
        for minute in 10...115 {
            let window = try store.window(minute: minute, offer: 541..<7141)
            let now = instant(Int64(minute * 60) + 30)
            keys.trust(window.header)
            try keys.accept(store.released(minute * 60 + 10), latest: now)
            var next = Playback(window, after: playback, at: now)
            shelves.append(next.positions(at: now, keys: &keys)[0])
            playback = next
        }
        let (first, shown) = (shelves[0], shelves[shelves.count - 1])
        #expect(shown.listing == first.listing && shown.request?.slot == 6901)
        #expect((60...62).contains(shown.names.count))
    }
}
