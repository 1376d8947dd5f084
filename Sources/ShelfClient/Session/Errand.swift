/// One kind of request: when it is due, whether it is under way, how often it failed in a row.
struct Errand: Hashable, Sendable {
    private(set) var dueUs: Int64?
    private(set) var isUnderWay = false
    private(set) var failures = 0
    private(set) var askedUs: Int64?

    /// Makes it due at `us`, however it was before.
    mutating func plan(at us: Int64?) {
        dueUs = us
    }

    /// Makes it due at `us`, unless it is due before.
    mutating func hurry(to us: Int64) {
        dueUs = min(dueUs ?? us, us)
    }

    /// - Returns: whether it is to be done now, in which case it is under way from here on.
    mutating func begin(at localUs: Int64) -> Bool {
        guard !isUnderWay, let dueUs, dueUs <= localUs else { return false }
        (self.dueUs, isUnderWay, askedUs) = (nil, true, localUs)
        return true
    }

    mutating func succeeded(next us: Int64?) {
        (isUnderWay, failures, dueUs) = (false, 0, us)
    }

    /// Gives up what is under way, and is due at `us`.
    mutating func abandon(next us: Int64) {
        (isUnderWay, dueUs) = (false, us)
    }

    /// A request that goes on, such as a stream, has begun well.
    mutating func opened() {
        failures = 0
    }

    mutating func failed(next us: Int64?) {
        (isUnderWay, failures, dueUs) = (false, failures + 1, us)
    }

    /// When the timer must ring for it.
    var wakeUs: Int64? { isUnderWay ? nil : dueUs }
}
