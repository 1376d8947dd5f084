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
    let orders: OrderWatch
    let pictures: PictureMaker
    let spaceWatch: SpaceWatch
    let backupWatch: BackupWatch
    let clockWatch: ClockWatch
    /// When the current incarnation begins. `nil` in the first incarnation.
    let begun: Instant?
    let drain: Drain

    /// How old the newest window may be. This is more than a minute, so an older window means that the publisher has
    /// missed a minute.
    private static let windowAge = TimeSpan.seconds(90)

    /// What a server can be asked to be ready for, besides showing the stores.
    enum Purpose: String {
        case orders
    }

    /// Returns the reasons why the server isn't ready; empty when it is.
    func faults(for purpose: Purpose? = nil) -> [String] {
        guard !drain.isOn else { return ["the server is about to stop; it answers until then"] }
        let shown = shelfFaults()
        return purpose == .orders ? shown + orderFaults : shown
    }

    /// How old the newest window of each store is, by the newest that the database has as far as this server knows; in
    /// milliseconds. A store without any is missing, and so is one that can't have another.
    var windowAges: [(store: String, age: TimeSpan)] {
        let (earliest, exhausted) = (timeline.earliest, shelves.exhausted)
        return content.current.stores.filter { exhausted[$0.id] == nil }.compactMap { store in
            (shelves[store.id]?.windows.first?.issuedAt).map { (store.id, earliest - $0) }
        }
    }

    private var orderFaults: [String] { orders.fault.map { ["takes no orders: \($0)"] } ?? [] }

    private func shelfFaults() -> [String] {
        let earliest = timeline.earliest
        if let begun, earliest < begun {
            return ["after a restore the stores begin anew at \(RFC3339.text(begun)); until then they show nothing"]
        }
        let exhausted = shelves.exhausted
        let late = content.current.stores.filter { store in
            guard exhausted[store.id] == nil else { return false }
            guard let newest = shelves[store.id]?.windows.first else { return true }
            return earliest - newest.issuedAt > Self.windowAge
        }
        let cause = orders.fault ?? "see the log"
        return late.map { "store \($0.id) has no window of this minute: \(cause)" } + clockFaults()
    }

    /// Returns what isn't as it should be, though players are served; empty when all is well.
    func degradations() -> [String] {
        orderFaults + contentFaults + folderFaults + pictureFaults + spaceFaults + backupFaults + differenceFaults
    }

    private var folderFaults: [String] {
        let unfiled = counters.unfiledWindows
        return unfiled > 0 ? ["windows that couldn't be written to the published folder: \(unfiled); see the log"] : []
    }

    /// Tools that aren't installed may not be wanted. A kernel that can't confine them is another matter.
    private var pictureFaults: [String] {
        guard case .noChild(let failure) = pictures.obstacle else { return [] }
        return ["no pictures can be made: \(failure)"]
    }

    /// Everybody can read this, so it doesn't say how much is taken: that grows by what isn't released.
    private var spaceFaults: [String] {
        guard spaceWatch.isNearlyFull else { return [] }
        return [
            """
            files take \(FileSpace.warnedFrom) % or more of the \(FileSpace.mostBytes >> 30) GiB of the shop; \
            `shelflife files` says what takes it
            """
        ]
    }

    /// Who has never made a backup here may have others' tools for it.
    private var backupFaults: [String] {
        guard let newest = backupWatch.newest, let age = backupWatch.age, age > BackupWatch.ageAtMost else { return [] }
        return [
            """
            the newest backup is of \(RFC3339.text(newest)), over \(BackupWatch.ageAtMost) ago; see why there is none since \
            (`journalctl -u shelflife-backup`), or make one
            """
        ]
    }

    /// Why the content isn't what it should be. No other server would do better with it, so that it leaves the server
    /// ready.
    var contentFaults: [String] {
        versions.faults
            + shelves.exhausted.sorted { $0.key < $1.key }.map { store, instant in
                """
                store \(store) has nothing more to show from \(RFC3339.text(instant)) on, because all that it may choose \
                is sold out, withdrawn or not released; widen its choice, or release items
                """
            }
    }

    private var difference: String {
        "the clock is \(clockWatch.distance) \(clockWatch.lead > .zero ? "ahead of" : "behind") the database's"
    }

    private var differenceFaults: [String] {
        guard clockWatch.differs, !clockWatch.isFarOff else { return [] }
        return [
            """
            \(difference), more than it can be off by itself (\(timeline.uncertaintyUs() / 1000) ms); synchronise both \
            machines
            """
        ]
    }

    private func clockFaults() -> [String] {
        if clockWatch.isFarOff {
            return ["\(difference), so no keys are given; set the wrong one right, then restart the server"]
        }
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

extension Problem {
    static func notReady(_ detail: String) -> Problem {
        Problem(.notReady, status: 503, title: "Not ready", detail: detail)
    }
}
