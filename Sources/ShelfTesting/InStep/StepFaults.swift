/// Finds faults that must never occur in a run: different listings, a wrong order, a change that was shown twice or
/// skipped, or a clock outside its bounds.
struct StepFaults {
    private(set) var texts: [String] = []
    private let logs: [WitnessLog]
    private let boundUs: Int64

    /// How many faults are listed.
    private static let atMost = 50

    init(_ logs: [WitnessLog], boundUs: Int64) {
        (self.logs, self.boundUs) = (logs, boundUs)
        checkIdentity()
        let shelves = reference()
        for log in logs {
            checkOrder(log)
            checkEarliness(log)
            checkCompleteness(log, shelves)
            checkClock(log)
        }
        checkGaps()
    }

    private mutating func fault(_ text: String) {
        if texts.count < Self.atMost { texts.append(text) }
    }

    /// A listing must have the same position and start for all clients.
    private mutating func checkIdentity() {
        var known: [String: (position: Int, startUs: Int64)] = [:]
        for change in logs.lazy.flatMap(\.changes) {
            let before = known.updateValue((change.position, change.startUs), forKey: change.listing)
            guard let before, before != (change.position, change.startUs) else { continue }
            fault("\(change.listing) starts at \(change.startUs) for one client and at \(before.startUs) for another")
        }
    }

    /// The listings of each position, put together from what all clients saw.
    private func reference() -> [Int: [WitnessLog.Change]] {
        var seen: [String: WitnessLog.Change] = [:]
        for change in logs.lazy.flatMap(\.changes) { seen[change.listing] = change }
        return Dictionary(grouping: seen.values, by: \.position).mapValues { $0.sorted { $0.startUs < $1.startUs } }
    }

    private mutating func checkOrder(_ log: WitnessLog) {
        for (position, changes) in Dictionary(grouping: log.changes, by: \.position) {
            for (before, next) in zip(changes, changes.dropFirst()) where next.startUs <= before.startUs {
                fault("client \(log.name) showed \(next.listing) at position \(position) after \(before.listing)")
            }
        }
    }

    /// A change may be late because of the network or the machine, but only a wrong clock shows it early.
    private mutating func checkEarliness(_ log: WitnessLog) {
        for change in log.changes where change.startUs - change.shownUs > boundUs {
            fault("client \(log.name) showed \(change.listing) \(change.startUs - change.shownUs) µs early")
        }
    }

    private mutating func checkCompleteness(_ log: WitnessLog, _ shelves: [Int: [WitnessLog.Change]]) {
        let shown = Set(log.changes.map(\.listing))
        if shown.isEmpty { fault("client \(log.name) showed nothing") }
        for listing in shelves.values.joined() where log.isJudged(startUs: listing.startUs) {
            if !shown.contains(listing.listing) { fault("client \(log.name) never showed \(listing.listing)") }
        }
    }

    private mutating func checkClock(_ log: WitnessLog) {
        if log.samples.isEmpty { fault("client \(log.name) never knew the time") }
        for sample in log.samples {
            let (errorUs, sureUs) = (sample.errorUs, sample.uncertaintyUs)
            if sample.isOutside { fault("client \(log.name) was off by \(errorUs) µs and said ±\(sureUs) µs") }
            guard sample.atUs >= log.fromUs, !log.isApart(sample.atUs), abs(errorUs) > boundUs else { continue }
            fault("client \(log.name) was off by \(errorUs) µs, over \(boundUs) µs")
        }
    }

    /// A busy machine delays a client now and then, while a wrong client is wrong each time. So gaps that the machine
    /// caused are left out, and one gap in a hundred may be too large.
    private mutating func checkGaps() {
        let gaps = StepGaps(logs).unhindered
        let beyond = gaps.count { $0 > boundUs }
        if beyond * 100 > gaps.count { fault("\(beyond) of \(gaps.count) gaps between clients are over \(boundUs) µs") }
    }
}
