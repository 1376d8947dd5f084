import ShelfClient
import ShelfModel
import ShelfWire
import Testing

/// Position 0 shows the listing of slot 601 until second 661, and that of slot 661 from then on.
@Suite struct `A withdrawn listing` {
    let store = FakeStore()

    func running(_ store: FakeStore = FakeStore()) -> VirtualDevice {
        var device = VirtualDevice(store)
        device.tell(.started(archived: nil))
        device.run(toServerMs: 630_000)
        return device
    }

    func withdrawn(_ device: VirtualDevice) -> [Bool] { device.drawn.positions.map(\.isWithdrawn) }

    @Test func `is drawn as that at once, with its card, and isn't bought`() throws {
        var device = running()
        #expect(try device.drawn.positions[0].requestToBuy(at: device.status.clock).slot == 601)
        device.tell(.notice(store.withdrawal(position: 0, slot: 601)))
        #expect(withdrawn(device) == [true, false, false, false])
        #expect(device.drawn.positions[0].card?.name == "item 0 from 601")
        #expect(throws: PurchaseError.withdrawn) {
            try device.drawn.positions[0].requestToBuy(at: device.status.clock)
        }
        device.run(toServerMs: 662_000)
        #expect(withdrawn(device) == [false, false, false, false], "the next listing is another")
    }

    @Test func `is said to be sold out where its edition is, and to be withdrawn where it is both`() throws {
        var device = running()
        device.tell(.notice(store.soldOut(position: 0, slot: 601)))
        #expect(device.drawn.positions.map(\.isSoldOut) == [true, false, false, false])
        #expect(device.drawn.positions[0].card?.name == "item 0 from 601")
        #expect(throws: PurchaseError.soldOut) {
            try device.drawn.positions[0].requestToBuy(at: device.status.clock)
        }
        device.tell(.notice(store.withdrawal(position: 0, slot: 601)))
        device.tell(.notice(store.soldOut(position: 0, slot: 601)))
        #expect(device.drawn.positions[0].isWithdrawn && !device.drawn.positions[0].isSoldOut)
        device.run(toServerMs: 662_000)
        #expect(!device.drawn.positions[0].isSoldOut, "the next listing is another")
    }

    @Test func `stays withdrawn, whatever comes again, later or from a cache`() throws {
        var device = running()
        let notice = store.withdrawal(position: 0, slot: 661)
        for _ in 0..<3 { device.tell(.notice(notice)) }
        device.run(toServerMs: 662_000)
        #expect(withdrawn(device) == [true, false, false, false])
        device.tell(.windowAnswer(bytes: try store.window(minute: 11).bytes, etag: nil))
        device.tell(.notice(store.withdrawal(position: 0, slot: 541)))
        #expect(withdrawn(device) == [true, false, false, false])
        device.run(toServerMs: 720_900)
        #expect(withdrawn(device) == [true, false, false, false])
    }

    @Test func `is named by a window`() throws {
        var device = running()
        let place = WithdrawnPlace(chain: 0, slot: 601, position: 0)
        device.run(toServerMs: 660_500)
        device.tell(.windowAnswer(bytes: try store.window(minute: 11, withdrawn: [place]).bytes, etag: nil))
        #expect(withdrawn(device) == [true, false, false, false])
        device.run(toServerMs: 661_900)
        #expect(withdrawn(device) == [false, false, false, false])
    }

    @Test func `is one by its revision`() throws {
        var device = running()
        device.tell(.notice(store.withdrawal(position: 0, slot: 601, revision: 1)))
        #expect(withdrawn(device) == [false, false, false, false])
    }

    @Test func `is told by the store's own key only, and for that store`() throws {
        var device = running()
        let own = store.withdrawal(position: 0, slot: 601)
        for notice in [
            FakeStore(signer: 2).withdrawal(position: 0, slot: 601),
            store.withdrawal(position: 0, slot: 601, store: "b"),
            store.withdrawal(position: 70_000, slot: 601),
        ] { device.tell(.notice(notice)) }
        #expect(withdrawn(device) == [false, false, false, false])
        #expect(device.status.problem == nil)
        device.tell(.notice(own))
        #expect(withdrawn(device)[0])
    }

    @Test func `is heard of in a prefetched store too`() throws {
        let secret = AppSecret(bytes: Array(repeating: 3, count: 32))!
        var device = running(FakeStore(leadMs: 600_000, secret: secret))
        #expect(device.isStreamOpen)
        device.tell(.notice(device.server.withdrawal(position: 2, slot: 621)))
        #expect(withdrawn(device) == [false, false, true, false])
    }
}
