import ShelfConfiguration
import ShelfModel
import ShelfWire

/// Whether the server may be sent players, and if not, why.
struct Readiness: Sendable {
    let stores: [StoreConfiguration]
    let shelves: Shelves
    let timeline: Timeline

    /// A minute and some: the publisher has missed one.
    private static let windowAge = TimeSpan.seconds(90)

    /// Empty when all is well.
    func faults() -> [String] {
        let earliest = timeline.earliest
        let late = stores.filter { store in
            guard let newest = shelves[store.id]?.windows.first else { return true }
            return earliest - newest.issuedAt > Self.windowAge
        }
        return late.map { "store \($0.id) has no window of this minute; see the log" } + clockFaults()
    }

    private func clockFaults() -> [String] {
        guard let shortest = stores.map(\.lead).min() else { return [] }
        let most = shortest.milliseconds * 1000 / 2
        var faults: [String] = []
        if timeline.uncertaintyUs() > most {
            faults.append(
                """
                the clock may be off by \(timeline.uncertaintyUs() / 1000) ms, over half the shortest lead \
                (\(shortest)); synchronise the machine, or lengthen the lead
                """)
        }
        if abs(timeline.wanderUs()) > most {
            faults.append(
                """
                the wall clock has moved \(timeline.wanderUs() / 1000) ms away from the server's timeline; \
                set it right, then restart the server
                """)
        }
        return faults
    }
}
