import ShelfDatabase
import ShelfModel

extension Publisher {
    /// The masters of what the open stores show in a span, the first one first, each once. Stores that can't be drawn are
    /// left out.
    func mastersComing(for span: TimeSpan, now: Instant) async -> [[UInt8]] {
        var coming: [(start: Instant, master: [UInt8])] = []
        for store in stores.keys.sorted() {
            guard let publisher = try? await copy(of: store, now: now) else { continue }
            var schedule = publisher.schedule
            let drawn = (try? await schedule.draw(until: now + span))?.offers ?? []
            for offer in publisher.decided.all + drawn where offer.end > now {
                if let master = schedule.catalogue[offer.item]?.master { coming.append((offer.start, master)) }
            }
        }
        var seen: Set<[UInt8]> = []
        return coming.sorted { $0.start < $1.start }.map(\.master).filter { seen.insert($0).inserted }
    }
}
