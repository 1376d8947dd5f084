import ShelfClient
import ShelfModel
import ShelfWire
import Testing

/// Position 0 shows the listing of slot 601 until second 661, and that of slot 661 from then on.
@Suite struct `A replaced listing` {
    let store = FakeStore()

    func running() -> VirtualDevice {
        var device = VirtualDevice(store)
        device.tell(.started(archived: nil))
        device.run(toServerMs: 630_000)
        return device
    }

    func name(_ device: VirtualDevice) -> String? { device.drawn.positions[0].card?.name }

    @Test func `that is open already shows its new card at once, which takes taps as its own revision`() throws {
        var device = running()
        let before = device.drawn.positions[0]
        device.tell(.notice(store.replacement(position: 0, slot: 601)))
        #expect(name(device) == "another")
        #expect(device.drawn.positions.map(\.isTapGuarded) == [true, false, false, false])
        #expect(throws: PurchaseError.changed) {
            try device.drawn.positions[0].requestToBuy(at: device.status.clock)
        }
        device.run(toServerMs: 630_500)
        #expect(try device.drawn.positions[0].requestToBuy(at: device.status.clock).revision == 1)
        #expect(try before.requestToBuy(at: device.status.clock).revision == 0, "what was shown is what is named")
        device.run(toServerMs: 661_700)
        #expect(name(device) == "item 0 from 661", "the next listing is another")
    }

    @Test func `whose key is still to come is never seen with its first card`() {
        var device = running()
        device.tell(.notice(store.replacement(position: 0, slot: 661)))
        var names: Set<String?> = []
        for ms in stride(from: Int64(660_900), to: 662_000, by: 10) {
            device.run(toServerMs: ms)
            names.insert(name(device))
        }
        #expect(names == ["item 0 from 601", "another"])
    }

    @Test func `that no window has yet is kept until one has it, and from an older revision in a cache`() {
        var device = running()
        #expect(device.session.window?.listings.contains { $0.slot == 1381 } == false)
        device.tell(.notice(store.replacement(position: 0, slot: 1381)))
        device.run(toServerMs: 1_385_000)
        #expect(device.session.window?.listings.contains { $0.slot == 1381 && $0.record.revision == 0 } == true)
        #expect(name(device) == "another")
        #expect(device.status.problem == nil)
    }

    @Test func `is taken from a window too, and an older notice takes nothing back`() throws {
        var device = running()
        device.run(toServerMs: 670_000)
        let newer = try store.window(minute: 11, position: 0, slot: 661, revision: 2, name: "third")
        device.tell(.windowAnswer(bytes: newer.bytes, etag: nil))
        #expect(name(device) == "third")
        device.tell(.notice(store.replacement(position: 0, slot: 661, revision: 1)))
        #expect(name(device) == "third")
        #expect(device.status.problem == nil)
    }

    @Test func `is refused when a revision that is known has another card`() throws {
        let start = FakeStore.epoch + .seconds(661)
        let problem = StoreProblem.contradiction(.listing(position: 0, start: start))
        let other = store.replacement(position: 0, slot: 661, name: "a third")
        var device = running()
        device.run(toServerMs: 662_000)
        device.tell(.notice(store.replacement(position: 0, slot: 661)))
        #expect(device.status.problem == nil)
        for event in [
            StoreSession.Event.notice(other),
            .windowAnswer(
                bytes: try store.window(minute: 11, position: 0, slot: 661, revision: 1, name: "a third").bytes,
                etag: nil),
            .notice(store.replacement(position: 0, slot: 661, revision: 2, seconds: 61)),
        ] {
            var device = device
            device.tell(event)
            #expect(device.status.problem == problem)
            #expect(name(device) == "another")
        }
    }

    @Test func `is told by the store's own key only, and for that store`() {
        var device = running()
        for notice in [
            FakeStore(signer: 2).replacement(position: 0, slot: 601),
            store.replacement(position: 0, slot: 601, store: "b"),
            store.replacement(position: 1, slot: 601), store.replacement(position: 9, slot: 601),
            FakeStore(incarnation: FakeStore.epoch).replacement(position: 0, slot: 601),
        ] { device.tell(.notice(notice)) }
        #expect(name(device) == "item 0 from 601")
        #expect(device.status.problem == nil)
        device.tell(.notice(store.replacement(position: 0, slot: 601)))
        #expect(name(device) == "another")
    }

    @Test func `whose cipher text is no card stays sealed`() {
        var device = running()
        let elsewhere = store.record(position: 1, slot: 601, revision: 1)
        device.tell(.notice(store.replacement(position: 0, slot: 601, sealed: elsewhere.sealed)))
        #expect(device.drawn.positions[0].phase == .sealed)
    }

    @Test func `is withdrawn under its own revision, which an older window from a cache doesn't take back`() throws {
        var device = running()
        device.run(toServerMs: 662_000)
        device.tell(.notice(store.withdrawal(position: 0, slot: 661, revision: 0)))
        #expect(device.drawn.positions[0].isWithdrawn)
        device.tell(.notice(store.replacement(position: 0, slot: 661)))
        #expect(!device.drawn.positions[0].isWithdrawn)
        device.tell(.notice(store.withdrawal(position: 0, slot: 661, revision: 1)))
        #expect(device.drawn.positions[0].isWithdrawn)
        device.tell(.windowAnswer(bytes: try store.window(minute: 11).bytes, etag: nil))
        #expect(device.session.window?.header.sequence == store.sequence(at: FakeStore.epoch + .minutes(11)))
        #expect(name(device) == "another")
        #expect(device.drawn.positions[0].isWithdrawn)
    }

    @Test(arguments: [(303, "item 0 from 601"), (304, "another")])
    func `is remembered up to as many bytes as a window has`(room: Int, shown: String) {
        var device = running()
        // 64 records of the longest cards but one, and then there is room for so much.
        for number in 0..<63 {
            device.tell(.notice(store.replacement(position: 0, slot: 2000 + number, sealed: zeros(65_567))))
        }
        device.tell(.notice(store.replacement(position: 0, slot: 2063, sealed: zeros(62_575 - 16 - room))))
        device.tell(.notice(store.replacement(position: 0, slot: 601)))
        #expect(name(device) == shown)
    }

    @Test func `isn't brought back by the window that was kept, whose keys come after the notices`() throws {
        var device = VirtualDevice(store)
        (device.servesWindows, device.servesStream) = (false, false)
        device.tell(.started(archived: try store.window(minute: 8).bytes))
        device.run(seconds: 12)
        #expect(device.drawn.positions.map(\.phase).contains(.sealed))
        #expect(device.times(isFetchOfKey).isEmpty)
        device.servesWindows = true
        device.run(seconds: 12)
        #expect(!device.times(isFetchOfKey).isEmpty, "the window is the server's now")
    }

    private func isFetchOfKey(_ action: StoreSession.Action) -> Bool {
        if case .fetchKey = action { true } else { false }
    }

    private func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
