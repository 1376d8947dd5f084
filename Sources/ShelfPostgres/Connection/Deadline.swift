import Glibc
import ShelfModel

/// The instant of the machine's steady clock until which an operation may take.
struct Deadline: Hashable, Sendable {
    private let end: ContinuousClock.Instant

    /// The time begins to run now.
    init(in span: TimeSpan) {
        end = .now + .milliseconds(span.milliseconds)
    }

    var isPast: Bool { end <= .now }

    /// How many milliseconds are left, as `poll` takes them.
    var left: CInt { CInt(clamping: max(0, Int64((end - .now) / .milliseconds(1)).advanced(by: 1))) }
}
