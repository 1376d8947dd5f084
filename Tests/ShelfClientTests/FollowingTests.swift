import ShelfClient
import ShelfModel
import ShelfWire
import Testing

/// What a session learns of its store and of the server's other stores while it runs.
@Suite struct `A session follows the stores` {
    private func started(_ server: FakeStore = FakeStore(), seed: UInt64 = 1) -> VirtualDevice {
        var device = VirtualDevice(server, seed: seed)
        device.tell(.started(archived: nil))
        device.run(seconds: 5)
        device.forgetLog()
        return device
    }

    private func lists(_ device: VirtualDevice) -> [Int64] { device.times { $0 == .fetchStores } }
    private func windows(_ device: VirtualDevice) -> [Int64] { device.times(`A session`.isFetch) }

    @Test func `asks for no list unless it is wanted`() {
        var device = started()
        device.tell(.storesAnnounced(version: "v1"))
        device.run(seconds: 3600)
        #expect(lists(device) == [])
        #expect(device.session.stores == [])
    }

    @Test func `has the list at once when it is wanted, and again soon after another version is announced`() {
        var device = started()
        device.tell(.storesWanted)
        device.run(seconds: 1)
        #expect(device.session.stores == [device.server.description])
        for version in ["v1", "v1", "v2"] {
            device.tell(.storesAnnounced(version: version))
            device.run(seconds: 11)
        }
        #expect(lists(device).count == 3)
        device.run(seconds: 3600)
        #expect(lists(device).count == 3)
    }

    @Test func `a crowd that hears one announcement asks over ten seconds`() {
        let waits = (0..<200 as Range<UInt64>).map { seed in
            var device = started(seed: seed)
            device.tell(.storesWanted)
            device.run(seconds: 1)
            let heardUs = device.localUs
            device.tell(.storesAnnounced(version: "v1"))
            device.run(seconds: 11)
            return lists(device)[1] - heardUs
        }
        #expect(waits.allSatisfy { (0...10_000_000).contains($0) })
        let seconds = Dictionary(grouping: waits) { $0 / 1_000_000 }.mapValues(\.count)
        #expect(seconds.values.max()! < 45, "\(seconds)")
    }

    @Test func `a prefetched store, which has no stream, looks at the list whenever it looks for a window`() {
        var device = started(FakeStore(leadMs: 600_000))
        device.tell(.storesWanted)
        device.run(seconds: 3600)
        #expect((7...11).contains(lists(device).count), "\(lists(device).count)")
    }

    @Test func `shows an empty shelf and a closed store when it is gone, and asks ever less often`() {
        var device = started()
        device.tell(.storeGone)
        #expect(device.status.problem == .gone)
        #expect(device.shelf() == .bare)
        #expect(device.isStreamOpen)
        device.isStoreGone = true
        device.run(seconds: 3600)
        let asked = windows(device)
        let gaps = zip(asked, asked.dropFirst()).map { $1 - $0 }
        #expect(asked[0] >= 67_000_000)
        #expect((6...10).contains(asked.count), "\(asked.count)")
        #expect(gaps.last! >= 450_000_000)
        #expect(device.status.problem == .gone)
        #expect(device.status.connection == .live)
    }

    @Test func `a store that was never seen open is told with those that there are, until it opens`() throws {
        let store = FakeStore()
        var session = StoreSession(store: "main", publicKey: store.publicKey)
        _ = session.handle(.started(archived: nil), at: 0)
        _ = session.handle(.storeUnlisted(["alpha", "beta"]), at: 1)
        #expect(session.status(at: 1).problem == .unknownStore("main", listed: ["alpha", "beta"]))
        #expect(session.status(at: 1).connection == .live)
        #expect(session.shelf(at: 1) == .bare)
        _ = session.handle(.windowAnswer(bytes: try store.window(minute: 1).bytes, etag: nil), at: 2)
        #expect(session.status(at: 2).problem == nil)
        _ = session.handle(.storeUnlisted(["alpha", "beta"]), at: 3)
        #expect(session.status(at: 3).problem == .gone)
    }

    @Test func `a store whose kept window there is was open, so it is only closed`() throws {
        let store = FakeStore()
        var session = StoreSession(store: "main", publicKey: store.publicKey)
        _ = session.handle(.started(archived: try store.window(minute: 1).bytes), at: 0)
        _ = session.handle(.storeUnlisted(["alpha"]), at: 1)
        #expect(session.status(at: 1).problem == .gone)
    }

    @Test func `of many stores the first ten are named`() {
        let problem = StoreProblem.unknownStore("main", listed: (0..<12).map { "s\($0)" })
        #expect("\(problem)".hasSuffix("there are: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, and 2 more"))
    }

    @Test func `goes on with the same keys when the store is back`() {
        var device = started()
        device.isStoreGone = true
        device.tell(.storeGone)
        device.run(seconds: 30)
        device.isStoreGone = false
        device.tell(.windowAnnounced(sequence: device.server.sequence(at: device.serverNow)))
        device.run(seconds: 12)
        #expect(windows(device).count == 1)
        #expect(device.status.problem == nil)
        #expect(device.shelf().positions.allSatisfy { $0.card != nil })
        device.run(seconds: 120)
        #expect(device.shelf().positions.allSatisfy { $0.card != nil })
    }

    @Test func `keys of a store that is gone make nobody ask at once`() {
        var device = started()
        device.isStoreGone = true
        device.tell(.storeGone)
        device.run(seconds: 60)
        #expect(windows(device) == [])
    }

    @Test func `asks for the window that is announced`() {
        var device = started()
        device.run(seconds: 60)
        let sequence = device.server.sequence(at: device.serverNow)
        device.tell(.windowAnnounced(sequence: sequence))
        device.run(seconds: 11)
        #expect(device.session.window?.header.sequence == sequence)
    }

    @Test func `a window that is at hand already is not asked for again`() throws {
        var device = started()
        let sequence = try #require(device.session.window?.header.sequence)
        device.tell(.windowAnnounced(sequence: sequence))
        device.run(seconds: 30)
        #expect(windows(device) == [])
    }
}
