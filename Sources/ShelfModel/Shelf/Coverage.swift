/// Whether the listings of a span cover its positions, and none stands where another does.
package enum Coverage {
    package enum Fault: Error, Hashable {
        case gap(position: Int, at: Instant)
        case overlap(position: Int, at: Instant)
    }

    /// - Parameters:
    ///   - placed: each position's listings, ordered by their starts.
    ///   - steady: how many positions, from the first on, are covered from the beginning of the span to its end; `nil`
    ///     for all. The others may come and go, and the last has a listing.
    package static func check(
        _ placed: some Sequence<some Placed>, positions: Int, steady: Int? = nil, span: Range<Instant>
    ) throws(Fault) {
        let steady = steady ?? positions
        var ends = [Instant?](repeating: nil, count: positions)
        for listing in placed {
            let position = listing.position
            let before = ends[position] ?? (position < steady ? span.lowerBound : .distantPast)
            if position < steady, listing.start > before { throw .gap(position: position, at: before) }
            if let end = ends[position], listing.start < end { throw .overlap(position: position, at: listing.start) }
            ends[position] = listing.end
        }
        for (position, end) in ends.enumerated() {
            let isCovered = position < steady ? end ?? .distantPast >= span.upperBound : end != nil
            guard isCovered || position >= steady && position < positions - 1 else {
                throw .gap(position: position, at: end ?? span.lowerBound)
            }
        }
    }
}
