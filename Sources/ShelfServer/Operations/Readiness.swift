import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// Checks whether the server is ready for players, and if not, why.
struct Readiness: Sendable {
    let content: ContentHolder
    let versions: ContentVersions
    let shelves: Shelves
    let timeline: Timeline
    let counters: EngineCounters
    /// When the current incarnation begins. `nil` in the first incarnation.
    let begun: Instant?

    /// How old the newest window may be. This is more than a minute, so an older window means that the publisher has
    /// missed a minute.
    private static let windowAge = TimeSpan.seconds(90)

    /// Returns the reasons why the server isn't ready; empty when it is.
    func faults() -> [String] {
        let earliest = timeline.earliest
        if let begun, earliest < begun {
            return ["after a restore the stores begin anew at \(RFC3339.text(begun)); until then they show nothing"]
        }
        let late = content.current.stores.filter { store in
            guard let newest = shelves[store.id]?.windows.first else { return true }
            return earliest - newest.issuedAt > Self.windowAge
        }
        return late.map { "store \($0.id) has no window of this minute; see the log" } + clockFaults()
    }

    /// Returns what isn't as it should be, though players are served; empty when all is well.
    func degradations() -> [String] {
        let unfiled = counters.unfiledWindows
        guard unfiled > 0 else { return versions.faults }
        return versions.faults + ["windows that couldn't be written to the published folder: \(unfiled); see the log"]
    }

    private func clockFaults() -> [String] {
        guard let shortest = content.current.stores.map(\.lead).min() else { return [] }
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
