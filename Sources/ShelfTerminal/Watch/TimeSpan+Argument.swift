package import ShelfModel

extension TimeSpan {
    /// Reads a span from a command line, such as `500ms`, `45s`, `4m` or `2h`; a plain number is seconds.
    package init?(argument text: String) {
        let units: [(String, Int64)] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]
        let unit = units.first { text.hasSuffix($0.0) } ?? ("", 1000)
        guard let count = Int64(text.dropLast(unit.0.count)), (1...1_000_000_000).contains(count) else { return nil }
        self.init(milliseconds: count * unit.1)
    }
}
