import ShelfClient
import ShelfModel
import ShelfWire
import Testing

/// Position 0 shows the listing of slot 601 until second 661, and that of slot 661 from then on.
@Suite struct `A tap near a change` {
    /// A device that has drawn the shelf for some seconds.
    func device(_ edit: (inout VirtualDevice) -> Void = { _ in }) -> VirtualDevice {
        var device = VirtualDevice(FakeStore())
        edit(&device)
        device.tell(.started(archived: nil))
        device.run(toServerMs: 630_000)
        return device
    }

    func request(slot: Int) -> PurchaseRequest {
        PurchaseRequest(chain: FakeStore().chain.id, slot: slot, position: 0, revision: 0, price: 5)
    }

    @Test func `counts for what was drawn when it began, up to the change`() throws {
        var device = device()
        device.run(toServerMs: 660_999)
        let before = device.drawn.positions[0]
        #expect(before.card?.name == "item 0 from 601")
        #expect(try before.requestToBuy(at: device.status.clock) == request(slot: 601))
        device.run(toServerMs: 661_100)
        #expect(throws: PurchaseError.changed) { try before.requestToBuy(at: device.status.clock) }
    }

    @Test func `buys nothing for half a second after the change, and then what is there`() throws {
        var device = device()
        for ms in [661_000, 661_001, 661_250, 661_499] as [Int64] {
            device.run(toServerMs: ms)
            let position = device.drawn.positions[0]
            #expect(position.card?.name == "item 0 from 661")
            #expect(position.isTapGuarded, "at \(ms)")
            #expect(throws: PurchaseError.changed) { try position.requestToBuy(at: device.status.clock) }
        }
        device.run(toServerMs: 661_500)
        let position = device.drawn.positions[0]
        #expect(!position.isTapGuarded)
        #expect(try position.requestToBuy(at: device.status.clock) == request(slot: 661))
    }

    @Test func `on a position that stays is taken while another one changes`() {
        var device = device()
        device.run(toServerMs: 661_100)
        #expect(device.drawn.positions.map(\.isTapGuarded) == [true, false, false, false])
    }

    @Test func `buys nothing right after a key that comes late`() {
        var device = device { $0.isStreamDead = true }
        device.run(toServerMs: 661_900)
        #expect(device.drawn.positions[0].phase == .sealed)
        #expect(!device.drawn.positions[0].isTapGuarded)
        while device.drawn.positions[0].card == nil, device.localUs < 100_000_000 {
            device.run(toLocalUs: device.localUs + 1000)
        }
        #expect(device.drawn.positions[0].card?.name == "item 0 from 661")
        #expect(device.drawn.positions[0].isTapGuarded)
        device.run(toLocalUs: device.localUs + 499_000)
        #expect(device.drawn.positions[0].isTapGuarded)
        device.run(toLocalUs: device.localUs + 1000)
        #expect(!device.drawn.positions[0].isTapGuarded)
    }

    @Test func `buys nothing that changed while nobody looked, until it has been on the screen for a moment`() {
        var device = device()
        device.run(toServerMs: 660_500)
        device.tell(.hidden)
        device.run(toServerMs: 668_000)
        device.tell(.shown)
        device.run(toServerMs: 668_400)
        #expect(device.drawn.positions.map(\.isTapGuarded) == [true, false, false, false])
        device.run(toServerMs: 668_700)
        #expect(device.drawn.positions.map(\.isTapGuarded) == [false, false, false, false])
    }

    @Test func `buys nothing right after a picture that a busy app drew late`() {
        var device = device()
        device.run(toServerMs: 660_900)
        var session = device.session
        let lateUs = device.localUs + 900_000
        #expect(session.shelf(at: lateUs).positions[0].isTapGuarded)
        #expect(session.shelf(at: lateUs + 499_999).positions[0].isTapGuarded)
        #expect(!session.shelf(at: lateUs + 500_000).positions[0].isTapGuarded)
    }
}
