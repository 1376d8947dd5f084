package import ShelfModel

/// How often something may be done.
package struct Rate: Hashable, Sendable {
    let count: Int64
    let span: TimeSpan
    /// The largest burst: how often it may be done at the same instant after a while without.
    let atOnce: Int64

    package init(_ count: Int64, in span: TimeSpan, atOnce: Int64) {
        (self.count, self.span, self.atOnce) = (count, span, atOnce)
    }

    /// A burst may be four times as large.
    package static func perSecond(_ count: Int64) -> Rate { Rate(count, in: .seconds(1), atOnce: count * 4) }

    package static func perHour(_ count: Int64, atOnce: Int64) -> Rate { Rate(count, in: .hours(1), atOnce: atOnce) }
}

extension Rate: CustomStringConvertible {
    package var description: String { "\(count) in \(span), \(atOnce) at once" }
}
