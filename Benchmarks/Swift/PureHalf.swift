import Crypto
import ShelfClient
import ShelfModel
import ShelfWire

/// Schedule, seal and window: what costs time without a clock, a file or a socket.
struct PureHalf {
    let bazaar: Bazaar
    /// Offers for twelve minutes from the first window on, with their records.
    let stored: [(offer: Offer, record: WindowRecord)]
    let window: WindowFile
    static let horizon = Bazaar.firstWindow + .minutes(12)

    init() throws {
        bazaar = try Bazaar()
        var schedule = bazaar.schedule()
        stored = try schedule.extend(until: Self.horizon).map { [bazaar] in ($0, try bazaar.seal($0)) }
        window = try bazaar.window(at: Bazaar.firstWindow, stored)
    }

    func measure(with harness: inout Harness) throws {
        try measurePublishing(with: &harness)
        try measureReading(with: &harness)
        measureChains(with: &harness)
    }

    private func measurePublishing(with harness: inout Harness) throws {
        let minute = Self.horizon + .minutes(1)
        let offers = stored.map(\.offer)
        try harness.measure("new store: draw twelve minutes") {
            var schedule = bazaar.schedule()
            return try schedule.extend(until: Self.horizon)
        }
        try harness.measure("carry on from stored offers: draw a minute") {
            var schedule = bazaar.schedule(after: offers)
            return try schedule.extend(until: minute)
        }
        var schedule = bazaar.schedule(after: offers)
        let drawn = try schedule.extend(until: minute)
        try harness.measure("seal a minute's listings (\(drawn.count))") { try drawn.map(bazaar.seal) }
        let sealed = stored + (try drawn.map { ($0, try bazaar.seal($0)) })
        try harness.measure("write and sign a window (\(window.header.count) records)") {
            try bazaar.window(at: Bazaar.firstWindow + .minutes(1), sealed)
        }
        try harness.measure("one minute in all: draw, seal, write, sign") { try publishMinute(offers, minute) }
    }

    private func publishMinute(_ offers: [Offer], _ minute: Instant) throws -> WindowFile {
        var schedule = bazaar.schedule(after: offers)
        let drawn = try schedule.extend(until: minute).map { ($0, try bazaar.seal($0)) }
        return try bazaar.window(at: Bazaar.firstWindow + .minutes(1), stored + drawn)
    }

    private func measureReading(with harness: inout Harness) throws {
        let expecting = WindowFile.Expectations(
            store: bazaar.rules.store, publicKey: Bazaar.signing.publicKey,
            now: Bazaar.firstWindow...Bazaar.firstWindow)
        let bytes = window.bytes
        try harness.measure("check a window (\(bytes.count / 1024) KiB)") {
            try WindowFile(reading: bytes, expecting: expecting)
        }
        try harness.measure("check a window, trust it, derive the keys of all its slots") {
            let file = try WindowFile(reading: bytes, expecting: expecting)
            var ring = KeyRing()
            ring.trust(file.header)
            ring.derive(file.listings.map(\.slot), in: bazaar.chain.id)
            return ring
        }
        try harness.measure("check and index a window for playback") {
            let file = try WindowFile(reading: bytes, expecting: expecting)
            var ring = KeyRing()
            ring.trust(file.header)
            var playback = Playback(file, at: Bazaar.firstWindow)
            return (playback.positions(at: Bazaar.firstWindow, keys: &ring).count, ring)
        }
        let (listing, key) = (window.listings[100], bazaar.keys[window.listings[100].slot])
        precondition(listing.open(with: key) != nil, "the card that is measured opens")
        harness.measure("open a card", times: 1000) { listing.open(with: key) }
    }

    private func measureChains(with harness: inout Harness) {
        harness.measure("walk a chain 1,000 steps", times: 10) {
            Bazaar.top.descended(in: Bazaar.chainID, from: 1000, to: 0)
        }
        harness.measure("make a chain of 86,400 keys") { Bazaar.keys(slots: 86_400) }
    }
}
