package import ShelfModel

/// The server's time, estimated from exchanges of time stamps: a value without a clock of its own.
///
/// It believes the exchange of the last ten minutes whose corridor, widened
/// by what two quartzes may have drifted apart since, is the narrowest.
/// Readings for growing local times never go back: when a better exchange says
/// that it is earlier than was already read, the time stands until it is right.
package struct ClockEstimate: Hashable, Sendable {
    private var corridors: [Corridor] = []
    private var best: Corridor?
    /// The server's timeline that the belief is of; `nil` until the first exchange.
    package private(set) var timeline: String?
    /// What had been read when the belief last changed.
    private var floorUs = Int64.min
    private var doubtUs: Int64 = 0

    static let memoryUs: Int64 = 600_000_000

    package init() {}

    /// Takes an exchange in.
    ///
    /// - Parameter localUs: the time here, not before the exchange's last stamp.
    /// - Returns: whether its stamps can be true; if not, nothing changes.
    @discardableResult
    package mutating func add(_ exchange: Exchange, at localUs: Int64) -> Bool {
        guard let corridor = Corridor(exchange) else { return false }
        let readUs = best == nil ? Int64.min : reading(at: localUs).nowUs
        if exchange.timeline != timeline || doubtUs > 0 { startAfresh(on: exchange.timeline) }
        corridors.removeAll { localUs - $0.receivedUs > Self.memoryUs || !$0.agrees(with: corridor, at: localUs) }
        corridors.append(corridor)
        best = corridors.min { $0.uncertaintyUs(at: localUs) < $1.uncertaintyUs(at: localUs) }
        hold(readUs, at: localUs)
        return true
    }

    /// What the time is when this device's clock says `localUs`.
    package func reading(at localUs: Int64) -> ClockReading {
        guard let best else { return .unsynced }
        let estimateUs = localUs + best.offsetUs
        let nowUs = max(estimateUs, floorUs)
        return ClockReading(
            nowUs: nowUs, uncertaintyUs: best.uncertaintyUs(at: localUs) + doubtUs + nowUs - estimateUs)
    }

    /// When this device's clock will say that it is `instant`; `nil` while nothing is known.
    package func localUs(of instant: Instant) -> Int64? {
        best.map { instant.us - $0.offsetUs }
    }

    /// The clock here may have stood still or jumped by so much: what was learnt is that much worse.
    package mutating func doubt(byUs jumpUs: Int64) {
        doubtUs += abs(jumpUs)
    }

    /// What the newest belief rests on: added to the time here, it gives the server's.
    package var offsetUs: Int64? { best?.offsetUs }

    private mutating func startAfresh(on timeline: String) {
        self = ClockEstimate()
        self.timeline = timeline
    }

    /// Lets readings stand at `readUs` until they are right. Exchanges that don't contradict each other
    /// differ by no more than a round trip; past that the clock here or there was set, and one must follow.
    private mutating func hold(_ readUs: Int64, at localUs: Int64) {
        let estimateUs = localUs + (best?.offsetUs ?? 0)
        floorUs = readUs <= estimateUs + Corridor.longestRoundTripUs ? readUs : .min
    }
}
