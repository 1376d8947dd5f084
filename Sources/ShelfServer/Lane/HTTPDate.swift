import ShelfModel

/// Formats a second for the `Date` header (IMF-fixdate: RFC 9110, section 5.6.7).
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter second: since the epoch; not negative.
    static func text(_ second: Int64) -> String {
        let day = CalendarDate(daysSinceEpoch: Int(second / 86_400))
        let time = second % 86_400
        let clock = [time / 3600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
        let weekday = days[Int(second / 86_400 % 7)]
        return "\(weekday), \(twoDigits(Int64(day.day))) \(months[day.month - 1]) \(day.year) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
