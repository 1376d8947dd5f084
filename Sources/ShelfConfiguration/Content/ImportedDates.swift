import ShelfModel

/// Reads the dates of a foreign table, all in one order.
package struct ImportedDates: Sendable {
    /// Which part stands first in a date with slashes or dashes, such as `03/04/2025`.
    package enum Order: String, Sendable, CaseIterable {
        case dayFirst = "day-first"
        case monthFirst = "month-first"
    }

    /// `nil` where no date of the table shows it.
    private let order: Order?

    /// - Parameter order: `nil` to find it by the dates that can be read one way only.
    init(_ cells: some Sequence<String>, order: Order?) {
        guard order == nil else {
            self.order = order
            return
        }
        let shown = Set(cells.lazy.compactMap { Self.parts($0).flatMap(Self.order) })
        self.order = shown.count == 1 ? shown.first : nil
    }

    /// - Returns: `nil` for a text that is no date, or that may be two.
    func read(_ text: String) -> Item.Release? {
        let form = Form<Item.Release>.release
        return form.read(text) ?? form.guesses(text).lazy.compactMap(form.read).first
            ?? Self.parts(text).flatMap { release($0) }
    }

    private func release(_ parts: [Int]) -> Item.Release? {
        let (day, month) = order == .monthFirst ? (parts[1], parts[0]) : (parts[0], parts[1])
        guard order != nil else { return nil }
        return CalendarDate(year: parts[2], month: month, day: day).map(Item.Release.date)
    }

    /// The first two numbers of a date and its year.
    private static func parts(_ text: String) -> [Int]? {
        let date = text.prefix { $0 != " " && $0 != "T" }
        guard let separator = date.first(where: { "/-".contains($0) }) else { return nil }
        let parts = date.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.count == 3, numbers.count == 3, parts[2].count == 4, numbers.allSatisfy({ $0 > 0 }) else {
            return nil
        }
        return numbers
    }

    private static func order(of parts: [Int]) -> Order? {
        switch (parts[0] > 12, parts[1] > 12) {
        case (true, false): .dayFirst
        case (false, true): .monthFirst
        default: nil
        }
    }
}
