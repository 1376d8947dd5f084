/// That something which a session needs hasn't come since a moment: the server as a whole, or its time.
///
/// It is told only after a while, because most interruptions are over by then.
struct Outage: Hashable, Sendable {
    /// When it began, by this device's clock.
    let sinceUs: Int64
    /// When it was noticed, by this device's clock.
    let noticedUs: Int64
    /// When it is to be told, by this device's clock.
    let dueUs: Int64

    /// How long an outage lasts before it is told.
    static let patienceUs: Int64 = 10_000_000
    /// How long it is known before it is told. A silence is noticed late, and the next request may end it.
    static let secondLookUs: Int64 = 5_000_000

    /// - Parameters:
    ///   - sinceUs: when the request that failed was sent, or when a stream was last heard.
    ///   - noticedUs: when it failed.
    init(sinceUs: Int64, noticedUs: Int64) {
        self.sinceUs = sinceUs
        self.noticedUs = noticedUs
        dueUs = max(sinceUs + Self.patienceUs, noticedUs + Self.secondLookUs)
    }

    /// One that is told at once.
    init(sinceUs: Int64, toldUs: Int64) {
        (self.sinceUs, noticedUs, dueUs) = (sinceUs, toldUs, toldUs)
    }

    func isDue(at localUs: Int64) -> Bool { dueUs <= localUs }
}
