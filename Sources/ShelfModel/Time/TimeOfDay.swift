/// A time on the clock, to the second, from 00:00:00 to 24:00:00.
package struct TimeOfDay: Hashable, Comparable, Sendable {
    /// Since midnight.
    package let seconds: Int

    package static let midnight = TimeOfDay(seconds: 0)

    /// `nil` when no day has such a time.
    package init?(hour: Int, minute: Int, second: Int = 0) {
        let seconds = hour * 3600 + minute * 60 + second
        guard hour >= 0, (0..<60).contains(minute), (0..<60).contains(second), seconds <= 86_400 else { return nil }
        self.init(seconds: seconds)
    }

    private init(seconds: Int) {
        self.seconds = seconds
    }

    package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.seconds < right.seconds }
}

extension TimeOfDay: CustomStringConvertible {
    /// Such as `18:00`; seconds only where there are any.
    package var description: String {
        let parts = [seconds / 3600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
        return parts.map { CalendarDate.padded($0, 2) }.joined(separator: ":")
    }
}

extension CalendarDate {
    /// The instant of a time of this day.
    package func instant(_ time: TimeOfDay, in zone: Zone) -> Instant {
        zone.instant(local: .days(daysSinceEpoch) + .seconds(time.seconds))
    }
}
