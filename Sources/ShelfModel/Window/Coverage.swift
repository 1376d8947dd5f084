/// Whether every position of a window is covered from its beginning to its end.
package enum Coverage {
    package enum Fault: Error, Hashable {
        case gap(position: Int, at: Instant)
        case overlap(position: Int, at: Instant)
    }

    /// - Parameter placed: each position's listings, ordered by their starts.
    package static func check(_ placed: some Sequence<some Placed>, positions: Int, span: Range<Instant>) throws(Fault)
    {
        var ends = [Instant?](repeating: nil, count: positions)
        for listing in placed {
            let position = listing.position
            switch ends[position] {
            case nil where listing.start > span.lowerBound: throw .gap(position: position, at: span.lowerBound)
            case let end? where listing.start > end: throw .gap(position: position, at: end)
            case let end? where listing.start < end: throw .overlap(position: position, at: listing.start)
            default: ends[position] = listing.end
            }
        }
        for (position, end) in ends.enumerated() where (end ?? .distantPast) < span.upperBound {
            throw .gap(position: position, at: end ?? span.lowerBound)
        }
    }
}
