/// What no run may show: another order, another listing, a change shown twice or left out, a clock outside its bounds.
struct StepFaults {
    private(set) var texts: [String] = []
    private let logs: [WitnessLog]
    private let boundUs: Int64

    /// Enough to see what is wrong.
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

    /// One name, one place, one start.
    private mutating func checkIdentity() {
        var known: [String: (position: Int, startUs: Int64)] = [:]
        for change in logs.lazy.flatMap(\.changes) {
            let before = known.updateValue((change.position, change.startUs), forKey: change.listing)
            guard let before, before != (change.position, change.startUs) else { continue }
            fault("\(change.listing) starts at \(change.startUs) for one client and at \(before.startUs) for another")
        }
    }

    /// What stood at each position, by all that anybody saw.
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

    /// Late is the network's or the machine's; early is a clock's.
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

    /// A machine that is busy with other things makes one or the other late; a client that is off is off each time.
    /// So what the machine held up is left out, and one in a hundred is forgiven.
    private mutating func checkGaps() {
        let gaps = StepGaps(logs).unhindered
        let beyond = gaps.count { $0 > boundUs }
        if beyond * 100 > gaps.count { fault("\(beyond) of \(gaps.count) gaps between clients are over \(boundUs) µs") }
    }
}
