package import ShelfModel

/// The beginning of a span of time, as a person writes it.
package enum SpanStart {
    package struct Unreadable: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// - Parameters:
    ///   - text: a date on the store's calendar, a time by its clock as a plan has it, or an instant.
    ///   - offset: the store's local time minus UTC.
    package static func instant(_ text: String, offset: TimeSpan) throws(Unreadable) -> Instant {
        if let local = RFC3339.instant(text + ":00Z") ?? RFC3339.instant(text + "Z") { return local - offset }
        let form = Form<Item.Release>.release
        guard let release = form.read(text) else {
            let advice = form.advice(insteadOf: text).map { "; \($0)" } ?? ""
            throw Unreadable(description: "found \(quoted(text)), expected \(form.expected(insteadOf: text))\(advice)")
        }
        return release.instant(offset: offset)
    }
}
