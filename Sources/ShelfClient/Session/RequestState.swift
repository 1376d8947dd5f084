/// The state of one kind of request: when it is due, whether it is under way, how often it has failed in a row.
struct RequestState: Hashable, Sendable {
    private(set) var dueUs: Int64?
    private(set) var isUnderWay = false
    private(set) var failures = 0
    /// When the last request began.
    private(set) var askedUs: Int64?

    /// Sets when the next request is due; `nil` for never.
    mutating func plan(at us: Int64?) {
        dueUs = us
    }

    /// Makes the next request due at `us`, unless it is due earlier.
    mutating func hurry(to us: Int64) {
        dueUs = min(dueUs ?? us, us)
    }

    /// Begins the request if it is due.
    ///
    /// - Returns: whether it has begun and is to be sent now.
    mutating func begin(at localUs: Int64) -> Bool {
        guard !isUnderWay, let dueUs, dueUs <= localUs else { return false }
        (self.dueUs, isUnderWay, askedUs) = (nil, true, localUs)
        return true
    }

    mutating func succeeded(next us: Int64?) {
        (isUnderWay, failures, dueUs) = (false, 0, us)
    }

    /// Gives up the request under way; the next one is due at `us`, or when it is planned.
    mutating func abandon(next us: Int64?) {
        (isUnderWay, dueUs) = (false, us)
    }

    /// Notes that a long request, such as a stream, has lasted as it should.
    mutating func lasted() {
        failures = 0
    }

    mutating func failed(next us: Int64?) {
        (isUnderWay, failures, dueUs) = (false, failures + 1, us)
    }

    /// The time at which the timer must fire for the next request.
    var wakeUs: Int64? { isUnderWay ? nil : dueUs }
}
