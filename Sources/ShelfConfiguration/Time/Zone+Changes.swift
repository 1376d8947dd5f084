import ShelfModel

extension Zone {
    /// A line for each change of the clock in a span, for people who read local times.
    func lines(in span: Range<Instant>) -> [String] {
        changes.filter { span.contains($0.at) }.map {
            "The clock changes to UTC\(RFC3339.text(offset: $0.offset)) at \(RFC3339.localText($0.at, in: self))."
        }
    }
}
