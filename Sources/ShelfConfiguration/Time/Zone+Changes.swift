import ShelfModel

extension Zone {
    /// A line for each change of the clock in a span, for people who read local times.
    func lines(in span: Range<Instant>) -> [String] {
        changes.filter { span.lowerBound < $0.at && $0.at < span.upperBound }.map { change in
            let before = offset(at: change.at - .milliseconds(1))
            let shown = [before, change.offset].map { RFC3339.localText(change.at, in: Zone(offset: $0)) }
            return """
                The clock is put \(change.offset < before ? "back" : "forward") from \(shown[0]) to \(shown[1]) \
                (UTC\(RFC3339.text(offset: change.offset))).
                """
        }
    }
}
