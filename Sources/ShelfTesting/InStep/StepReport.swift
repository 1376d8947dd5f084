/// How well in step the clients of a run were: three figures that are not mixed, and what was wrong.
package struct StepReport: Sendable, Codable {
    /// Between the moments at which two clients showed the same listing, both having had its key in time.
    package let gap: Spread
    /// Of these, those between clients for which the machine had time just then.
    package let gapUnhindered: Spread
    /// The same for pairs of which one was stopped or cut off, or just had been.
    package let gapApart: Spread
    /// How far each clock's reading was from the server's time, once a second.
    package let clockError: Spread
    package let clockErrorApart: Spread
    package let uncertainty: Spread
    /// When a key arrived, counted from its listing's start: early below zero.
    package let lateness: Spread
    package let keysLate: Int
    package let listings: Int
    package let clients: [Client]
    /// How late the run's own timer rang: what the machine does to everyone.
    package let wakes: Spread
    package let faults: [String]

    package struct Client: Sendable, Codable {
        package let name: String
        package let link: String
        package let changes: Int
        package let lateKeys: Int
        /// The middle one, with its sign: what half the path's asymmetry does.
        package let clockErrorUs: Int64
        package let worstClockErrorUs: Int64
        package let uncertaintyUs: Int64
        /// The middle of what it showed later than the listing's start.
        package let delayUs: Int64
    }

    /// - Parameters:
    ///   - boundUs: a clock error beyond is a fault, and so is more than one gap in a hundred.
    ///   - wakesUs: how late the run's own timer rang.
    package init(_ logs: [WitnessLog], boundUs: Int64, wakesUs: [Int64] = []) {
        let gaps = StepGaps(logs)
        gap = Spread(gaps.together)
        gapUnhindered = Spread(gaps.unhindered)
        gapApart = Spread(gaps.apart)
        let samples = logs.map { log in log.samples.filter { $0.atUs >= log.fromUs } }
        let split = zip(logs, samples).map { log, samples in samples.map { ($0, log.isApart($0.atUs)) } }.joined()
        clockError = Spread(split.filter { !$0.1 }.map { abs($0.0.errorUs) })
        clockErrorApart = Spread(split.filter(\.1).map { abs($0.0.errorUs) })
        uncertainty = Spread(split.filter { !$0.1 }.map(\.0.uncertaintyUs))
        let late = KeyLateness(logs)
        lateness = Spread(late.valuesUs)
        keysLate = late.valuesUs.count { $0 > 0 }
        listings = gaps.listings
        clients = logs.map(Client.init)
        wakes = Spread(wakesUs)
        faults = StepFaults(logs, boundUs: boundUs).texts
    }
}

extension StepReport.Client {
    fileprivate init(_ log: WitnessLog) {
        let judged = log.changes.filter { log.isJudged(startUs: $0.startUs) }
        let samples = log.samples.filter { $0.atUs >= log.fromUs && !log.isApart($0.atUs) }
        name = log.name
        link = log.link
        changes = judged.count
        lateKeys = judged.count(where: \.wasSealed)
        clockErrorUs = Spread(samples.map(\.errorUs)).p50Us
        worstClockErrorUs = Spread(samples.map { abs($0.errorUs) }).worstUs
        uncertaintyUs = Spread(samples.map(\.uncertaintyUs)).p50Us
        delayUs = Spread(judged.filter { !$0.wasSealed }.map { $0.shownUs - $0.startUs }).p50Us
    }
}
