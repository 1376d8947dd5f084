package import ShelfModel

/// The beginning of a span of time, as a person writes it.
package enum SpanStart {
    package struct Unreadable: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// - Parameters:
    ///   - text: a date on the store's calendar, a time by its clock as a plan has it, or an instant.
    ///   - zone: the store's.
    package static func instant(_ text: String, in zone: Zone) throws(Unreadable) -> Instant {
        if let shown = RFC3339.instant(text + ":00Z") ?? RFC3339.instant(text + "Z") {
            return zone.instant(local: shown - Instant(milliseconds: 0))
        }
        let form = Form<Item.Release>.release
        guard let release = form.read(text) else {
            let advice = form.advice(insteadOf: text).map { "; \($0)" } ?? ""
            throw Unreadable(description: "found \(quoted(text)), expected \(form.expected(insteadOf: text))\(advice)")
        }
        return release.instant(in: zone)
    }
}
