import ShelfModel

/// Reads `days`: some days of the week.
enum WeekdayReader {
    /// Returns `nil` and reports errors when the field isn't a list of days.
    static func read(_ field: Field) -> Set<Weekday>? {
        field.list(of: "days such as [fri, sat]", atMost: 7, called: "days")?.map { $0.read(Weekday.form) }.allPresent()
            .map(Set.init)
    }
}
