/// A length of time in milliseconds. It may be negative.
public struct TimeSpan: Hashable, Comparable, Sendable {
    /// The whole length in milliseconds; negative for a span back in time.
    public let milliseconds: Int64

    /// A span of a number of milliseconds.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// A span of a number of milliseconds.
    public static func milliseconds(_ count: some BinaryInteger) -> TimeSpan {
        TimeSpan(milliseconds: Int64(count))
    }

    /// A span of a number of seconds.
    public static func seconds(_ count: some BinaryInteger) -> TimeSpan {
        TimeSpan(milliseconds: Int64(count) * 1000)
    }

    /// A span of a number of minutes.
    public static func minutes(_ count: some BinaryInteger) -> TimeSpan {
        .seconds(Int64(count) * 60)
    }

    /// A span of a number of hours.
    public static func hours(_ count: some BinaryInteger) -> TimeSpan {
        .minutes(Int64(count) * 60)
    }

    /// A span of a number of days, each of 24 hours.
    public static func days(_ count: some BinaryInteger) -> TimeSpan {
        .hours(Int64(count) * 24)
    }

    /// No time at all.
    public static let zero = TimeSpan(milliseconds: 0)

    /// Whole seconds, rounded towards zero.
    public var wholeSeconds: Int64 { milliseconds / 1000 }

    public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Both spans, one after the other.
    public static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(milliseconds: left.milliseconds + right.milliseconds)
    }

    /// How much longer the left span is.
    public static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(milliseconds: left.milliseconds - right.milliseconds)
    }
}

extension TimeSpan: CustomStringConvertible {
    /// The span in the units a configuration file would use: `300ms`, `45s`, `4m`, `2h`, `3d`.
    public var description: String {
        let units: [(Int64, String)] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1000, "s")]
        for (size, unit) in units where milliseconds != 0 && milliseconds % size == 0 {
            return "\(milliseconds / size)\(unit)"
        }
        return "\(milliseconds)ms"
    }
}
