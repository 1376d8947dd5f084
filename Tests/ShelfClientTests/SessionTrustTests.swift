import ShelfClient
import ShelfModel
import ShelfWire
import Testing

/// What a session does with windows and keys that it should not believe.
@Suite struct `A session on its guard` {
    let store = FakeStore()

    func running(minutes: Int = 10) -> VirtualDevice {
        var device = VirtualDevice(store, minutes: minutes)
        device.tell(.started(archived: nil))
        device.run(seconds: 5)
        return device
    }

    func expectUnmoved(
        by bytes: [UInt8], _ problem: StoreProblem, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var device = running()
        let before = device.shelf()
        device.tell(.windowAnswer(bytes: bytes, etag: "e"))
        #expect(device.shelf() == before, sourceLocation: sourceLocation)
        #expect(device.status.problem == problem, sourceLocation: sourceLocation)
        device.run(seconds: 8)
        #expect(device.status.problem == nil, "the next good window settles it", sourceLocation: sourceLocation)
    }

    @Test func `keeps its window when an older, another store's, a later or a damaged one comes`() throws {
        expectUnmoved(by: try store.window(minute: 9).bytes, .windowRefused(.sequence))
        expectUnmoved(by: try store.window(minute: 10, store: "other").bytes, .windowRefused(.store))
        expectUnmoved(by: try store.window(minute: 12).bytes, .windowRefused(.time))
        expectUnmoved(by: Array("<html>".utf8), .windowRefused(.magic))
        expectUnmoved(by: [], .windowRefused(.magic))
        let bytes = try store.window(minute: 10).bytes
        expectUnmoved(by: bytes.dropLast(), .windowRefused(.signature))
        expectUnmoved(by: bytes.dropLast() + [bytes.last! ^ 1], .windowRefused(.signature))
    }

    @Test func `reports two different windows of one minute, and stays with the first`() throws {
        let other = try store.window(minute: 10) { $0[3] = store.record(position: 0, slot: $0[3].slot, revision: 1) }
        expectUnmoved(by: other.bytes, .contradiction(.window(sequence: other.header.sequence)))
    }

    @Test func `reports a listing that changed without a new revision`() throws {
        let other = try store.window(minute: 11) { records in
            let index = records.firstIndex { $0.slot == 841 }!
            records[index] = store.record(position: 0, slot: 841, name: "another")
        }
        var device = running()
        device.run(seconds: 60)
        device.tell(.windowAnswer(bytes: other.bytes, etag: nil))
        let start = FakeStore.epoch + .seconds(841)
        #expect(device.status.problem == .contradiction(.listing(position: 0, start: start)))
    }

    @Test func `takes a listing that was replaced under a new revision`() throws {
        let other = try store.window(minute: 11) { records in
            let index = records.firstIndex { $0.slot == 841 }!
            records[index] = store.record(position: 0, slot: 841, revision: 1, name: "another")
        }
        var device = running()
        device.run(seconds: 60)
        device.tell(.windowAnswer(bytes: other.bytes, etag: nil))
        #expect(device.status.problem == nil)
        device.run(seconds: 845 - 672)
        #expect(device.shelf().positions[0].card?.name == "another")
    }

    @Test func `drops what it held when the store begins anew, says so until the next window, and keeps the time`() {
        var device = running()
        let (held, clock) = (device.shelf(), device.status.clock)
        let begun = FakeStore.epoch + .minutes(11)
        device.server = FakeStore(incarnation: begun)
        device.run(toServerMs: 11 * 60_000 + 1000)
        device.tell(.windowAnswer(bytes: try! device.server.window(minute: 11).bytes, etag: "new"))
        #expect(device.status.newIncarnation == begun)
        #expect(device.status.problem == nil)
        #expect(device.status.clock.state == clock.state)
        let chains = Set(device.shelf().positions.compactMap(\.listing?.chain))
        #expect(chains == [device.server.chain.id], "nothing of \(held) is left")
        #expect(device.archived == (try! device.server.window(minute: 11).bytes))
        device.forgetLog()
        device.tell(.keyEvent(KeyEvent(released: store.released(655), sequence: 0)))
        device.run(seconds: 8)
        #expect(!device.times(`A session`.isFetch).isEmpty, "a key of a chain of before is one of a chain unknown")
        device.tell(.windowAnswer(bytes: try! device.server.window(minute: 12).bytes, etag: "next"))
        #expect(device.status.newIncarnation == begun, "that one is from the future")
        device.run(toServerMs: 12 * 60_000 + 1000)
        device.tell(.windowAnswer(bytes: try! device.server.window(minute: 12).bytes, etag: "next"))
        #expect(device.status.newIncarnation == nil)
    }

    @Test func `refuses a window of before the store began anew, also after a restart`() throws {
        let anew = FakeStore(incarnation: FakeStore.epoch + .minutes(9))
        var device = VirtualDevice(anew)
        device.tell(.started(archived: nil))
        device.run(seconds: 5)
        #expect(device.status.newIncarnation == nil, "nothing was there before")
        let (shelf, old) = (device.shelf(), try store.window(minute: 10).bytes)
        device.tell(.windowAnswer(bytes: old, etag: nil))
        #expect(device.status.problem == .windowRefused(.incarnation))
        #expect(device.shelf().positions.map(\.listing) == shelf.positions.map(\.listing))
        var restarted = VirtualDevice(anew)
        restarted.isServerUp = false
        restarted.tell(.started(archived: device.archived))
        restarted.tell(.windowAnswer(bytes: old, etag: nil))
        #expect(restarted.status.problem == .windowRefused(.incarnation))
    }

    @Test func `believes nothing of incarnations to a window that turns out to be from the future`() throws {
        let wrong = FakeStore(incarnation: FakeStore.epoch + .minutes(9))
        var device = VirtualDevice(store)
        device.tell(.started(archived: try wrong.window(minute: 30).bytes))
        device.run(seconds: 20)
        #expect(device.status.problem == nil)
        #expect(device.session.window?.header.incarnationMs == nil)
        #expect(device.session.window != nil)
    }

    @Test func `never settles a changed public key by itself`() {
        var device = VirtualDevice(store, pinned: FakeStore(signer: 2).publicKey)
        device.tell(.started(archived: nil))
        device.run(seconds: 600)
        #expect(device.status.problem == .publicKeyChanged(to: store.publicKey.description))
        #expect(device.shelf() == .bare)
        #expect(device.times(`A session`.isFetch).count < 20, "asking often doesn't help")
    }

    @Test func `keeps showing what it had when the public key changes`() {
        var device = running()
        device.server = FakeStore(signer: 2)
        device.run(seconds: 560)
        #expect(device.status.problem == .publicKeyChanged(to: device.server.publicKey.description))
        #expect(device.shelf().positions.allSatisfy { $0.card != nil })
        device.tell(.windowNotModified)
        #expect(device.status.problem == .publicKeyChanged(to: device.server.publicKey.description))
    }

    private func pushed(_ slot: Int) -> StoreSession.Event {
        .keyEvent(KeyEvent(released: store.released(slot), sequence: 0))
    }

    /// A key that doesn't hash to its chain, of a slot that the device doesn't know yet.
    private func forged(for device: VirtualDevice) -> StoreSession.Event {
        let slot = store.chain.newestReleased(at: device.serverNow) ?? 0
        let key = ChainKey(bytes: Array(repeating: 1, count: 32))!
        return .keyEvent(KeyEvent(released: ReleasedKey(chain: store.chain.id, slot: slot, key: key), sequence: 0))
    }

    @Test func `refuses an early key and shows what it had`() {
        var device = running()
        let before = device.shelf()
        device.tell(pushed(700))
        #expect(device.shelf() == before)
        #expect(device.status.problem == .keyRefused(.tooEarly))
        device.run(seconds: 6)
        #expect(device.shelf().positions[0].card != nil)
    }

    @Test func `closes the stream at the first forged key, and doesn't look at what waits behind it`() {
        var device = running()
        device.run(seconds: 1)
        let before = device.shelf()
        device.tell(forged(for: device))
        #expect(device.shelf().positions == before.positions)
        #expect(device.status.problem == .keyRefused(.forged))
        #expect(!device.isStreamOpen)
        device.forgetLog()
        for _ in 0..<10 { device.tell(forged(for: device)) }
        device.tell(.notice(store.withdrawal(position: 1, slot: 700)))
        #expect(device.log.isEmpty)
        device.run(seconds: 60)
        #expect(device.status.problem == nil)
        #expect(device.isStreamOpen && device.shelf().positions[0].card != nil)
    }

    @Test func `closes a stream that floods it, and doesn't open another at once, whatever else happens`() {
        var device = running()
        device.isStreamMute = true
        func waitUs() -> Int64 {
            device.forgetLog()
            device.tell(.keyStreamFlooded)
            #expect(!device.isStreamOpen)
            let closedUs = device.localUs
            device.tell(.networkChanged)
            device.run(seconds: 7)
            let openedUs = device.times { $0 == .openKeyStream }.first
            device.tell(.keyStreamOpened)
            device.run(seconds: 1)
            return (openedUs ?? .max) - closedUs
        }
        let waits = (0..<4).map { _ in waitUs() }
        for (waitUs, seconds) in zip(waits, [0.5, 1, 2, 4]) {
            #expect((0.75 * seconds...1.25 * seconds).contains(Double(waitUs) / 1e6), "\(waits)")
        }
    }

    @Test func `waits longer after each stream with a forged key, whatever else happens, until a new key is true`() {
        var device = running()
        device.isStreamMute = true
        func waitUs() -> Int64 {
            device.forgetLog()
            device.tell(forged(for: device))
            let closedUs = device.localUs
            device.tell(.networkChanged)
            device.tell(.resumed)
            device.tell(.windowNotModified)
            device.run(seconds: 7)
            let openedUs = device.times { $0 == .openKeyStream }.first
            device.tell(.keyStreamOpened)
            device.run(seconds: 1)
            return (openedUs ?? .max) - closedUs
        }
        let waits = (0..<6).map { _ in waitUs() }
        for (waitUs, seconds) in zip(waits, [0.5, 1, 2, 4, 5, 5]) {
            #expect((0.75 * seconds...1.25 * seconds).contains(Double(waitUs) / 1e6), "\(waits)")
        }
        device.tell(pushed(store.chain.newestReleased(at: device.serverNow) ?? 0))
        device.run(seconds: 1)
        #expect((375_000...625_000).contains(waitUs()), "a new key that is true ends it")
    }

    @Test func `asks for a window when a key's chain is unknown, but not at every such key`() {
        var device = running()
        device.run(seconds: 20)
        device.forgetLog()
        let chain = ChainID(bytes: Array(repeating: 8, count: 16))!
        for _ in 0..<100 {
            let key = ReleasedKey(chain: chain, slot: 5, key: ChainKey(bytes: Array(repeating: 1, count: 32))!)
            device.tell(.keyEvent(KeyEvent(released: key, sequence: 0)))
            device.run(seconds: 1)
        }
        #expect((1...30).contains(device.times(`A session`.isFetch).count))
    }

    @Test func `begins with the window that was kept, once the clock knows the time`() throws {
        var device = VirtualDevice(store)
        device.servesWindows = false
        device.tell(.started(archived: try store.window(minute: 8).bytes))
        #expect(device.shelf().positions.map(\.phase) == [.empty, .empty, .empty, .empty])
        device.run(seconds: 1)
        #expect(device.shelf().positions[0].card?.name == "item 0 from 601")
        #expect(device.archived == nil)
        device.run(seconds: 590)
        #expect(device.shelf().positions.allSatisfy { $0.card != nil }, "it reaches to minute 20")
        device.run(seconds: 70)
        #expect(device.shelf().positions.allSatisfy { $0.phase == .empty })
    }

    @Test func `drops a kept window from the future, and one that is damaged or another store's`() throws {
        for kept in [
            try store.window(minute: 60).bytes, [], try store.window(minute: 8, store: "other").bytes,
            try FakeStore(signer: 2).window(minute: 8).bytes,
        ] {
            var device = VirtualDevice(store)
            device.tell(.started(archived: kept))
            device.run(seconds: 12)
            #expect(device.shelf().positions.map(\.card?.name).contains("item 0 from 601"))
            #expect(device.status.problem == nil)
        }
    }
}
