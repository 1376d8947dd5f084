import ShelfModel

/// A day that is written as one, but that no calendar has, such as `2026-11-31`.
package enum MissingDay {
    /// Says that there is no such day.
    ///
    /// - Returns: `nil` unless `text` begins with a date in its form that isn't on the calendar.
    package static func advice(insteadOf text: String) -> String? {
        let date = text.prefix { $0 != "T" && $0 != " " }
        let numbers = numbers(date)
        guard date.utf8.count == 10, numbers.count == 3, numbers[0] > 0 else { return nil }
        return advice(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// The same of a day of every year, such as `02-30`.
    static func advice(insteadOfYearly text: String) -> String? {
        let numbers = numbers(text[...])
        guard text.utf8.count == 5, numbers.count == 2 else { return nil }
        return advice(year: nil, month: numbers[0], day: numbers[1])
    }

    /// - Parameter year: `nil` for any, leap years included.
    private static func advice(year: Int?, month: Int, day: Int) -> String? {
        guard (1...12).contains(month) else { return "there is no such day: months go from 01 to 12" }
        let last = CalendarDate.days(inMonth: month, of: year ?? 2024)
        guard !(1...last).contains(day) else { return nil }
        return "there is no such day: \(names[month - 1])\(year.map { " \($0)" } ?? "") has \(last) days"
    }

    /// The numbers of a text such as `2026-11-31`; empty where one of its parts isn't two or four digits.
    private static func numbers(_ text: Substring) -> [Int] {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let areNumbers = parts.enumerated().allSatisfy { index, part in
            part.utf8.count == (parts.count == 3 && index == 0 ? 4 : 2) && part.utf8.allSatisfy(\.isDigit)
        }
        return areNumbers ? parts.compactMap { Int($0) } : []
    }

    private static let names = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
