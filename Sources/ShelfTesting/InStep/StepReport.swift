/// How well the clients of a run were in step: gaps, clock errors and the lateness of keys, and all faults.
package struct StepReport: Sendable, Codable {
    /// The time between two clients' showing the same listing, when both had its key in time.
    package let gap: Distribution
    /// The same without the gaps for which the machine held up one of the clients.
    package let gapUnhindered: Distribution
    /// The same for pairs of which one was stopped or cut off, or had been shortly before.
    package let gapApart: Distribution
    /// How far each clock's reading was from the server's time, once a second.
    package let clockError: Distribution
    package let clockErrorApart: Distribution
    package let uncertainty: Distribution
    /// When a key arrived, counted from its listing's start; negative when it arrived before.
    package let lateness: Distribution
    package let keysLate: Int
    package let listings: Int
    package let clients: [Client]
    /// How late the run's own timer rang, which shows how busy the machine was.
    package let wakes: Distribution
    package let faults: [String]

    package struct Client: Sendable, Codable {
        package let name: String
        package let link: String
        package let changes: Int
        package let lateKeys: Int
        /// The median error with its sign, which is half the asymmetry of the link.
        package let clockErrorUs: Int64
        package let worstClockErrorUs: Int64
        package let uncertaintyUs: Int64
        /// The median of how much later than a listing's start the client showed it.
        package let delayUs: Int64
    }

    /// - Parameters:
    ///   - boundUs: a clock error beyond is a fault, and so is more than one gap in a hundred.
    ///   - wakesUs: how late the run's own timer rang.
    package init(_ logs: [WitnessLog], boundUs: Int64, wakesUs: [Int64] = []) {
        let gaps = StepGaps(logs)
        gap = Distribution(gaps.together)
        gapUnhindered = Distribution(gaps.unhindered)
        gapApart = Distribution(gaps.apart)
        let samples = logs.map { log in log.samples.filter { $0.atUs >= log.fromUs } }
        let split = zip(logs, samples).map { log, samples in samples.map { ($0, log.isApart($0.atUs)) } }.joined()
        clockError = Distribution(split.filter { !$0.1 }.map { abs($0.0.errorUs) })
        clockErrorApart = Distribution(split.filter(\.1).map { abs($0.0.errorUs) })
        uncertainty = Distribution(split.filter { !$0.1 }.map(\.0.uncertaintyUs))
        let late = KeyLateness(logs)
        lateness = Distribution(late.valuesUs)
        keysLate = late.valuesUs.count { $0 > 0 }
        listings = gaps.listings
        clients = logs.map(Client.init)
        wakes = Distribution(wakesUs)
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
        clockErrorUs = Distribution(samples.map(\.errorUs)).p50Us
        worstClockErrorUs = Distribution(samples.map { abs($0.errorUs) }).worstUs
        uncertaintyUs = Distribution(samples.map(\.uncertaintyUs)).p50Us
        delayUs = Distribution(judged.filter { !$0.wasSealed }.map { $0.shownUs - $0.startUs }).p50Us
    }
}
