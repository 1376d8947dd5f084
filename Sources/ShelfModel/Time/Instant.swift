/// A moment on the server's timeline: milliseconds since the Unix epoch.
///
/// Instants are passed in as arguments and never read from a clock here, so the same arguments always give the same
/// answer.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since the epoch.
    public let milliseconds: Int64

    /// The instant that is a number of milliseconds after the epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant so much later.
    public static func + (instant: Instant, span: TimeSpan) -> Instant {
        Instant(milliseconds: instant.milliseconds + span.milliseconds)
    }

    /// The instant so much earlier.
    public static func - (instant: Instant, span: TimeSpan) -> Instant {
        Instant(milliseconds: instant.milliseconds - span.milliseconds)
    }

    /// The time from the right instant to the left one; negative when the left one is earlier.
    public static func - (left: Instant, right: Instant) -> TimeSpan {
        TimeSpan(milliseconds: left.milliseconds - right.milliseconds)
    }

    package static let distantPast = Instant(milliseconds: Int64.min / 4)
    package static let distantFuture = Instant(milliseconds: Int64.max / 4)

    /// The last multiple of `span` since the epoch that is not after this instant.
    package func floored(to span: TimeSpan) -> Instant {
        let remainder = milliseconds % span.milliseconds
        return Instant(milliseconds: milliseconds - (remainder < 0 ? remainder + span.milliseconds : remainder))
    }

    /// The first multiple of `span` since the epoch that is not before this instant.
    package func ceiled(to span: TimeSpan) -> Instant {
        let floor = floored(to: span)
        return floor == self ? self : floor + span
    }
}
