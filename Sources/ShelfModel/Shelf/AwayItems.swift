/// Until when each item of a catalogue stays away, and which items are away now.
///
/// Few items of a large catalogue are away at a time, so a draw that looks only at those takes the same time in a
/// catalogue of a hundred items and in one of ten thousand.
package struct AwayItems: Sendable {
    /// When the last listing of each item ends, by index in the catalogue.
    private var ends: [Instant]
    /// The items whose last listing ends after ``since``, and perhaps some that have come back; in ascending order.
    private var away: [Int] = []
    private var since = Instant.distantPast

    package init(count: Int) {
        ends = Array(repeating: .distantPast, count: count)
    }

    /// Notes that a listing of an item ends at this instant.
    package mutating func note(_ item: Int, until end: Instant) {
        guard end > ends[item] else { return }
        ends[item] = end
        guard end > since else { return }
        let place = away.partitioningIndex { $0 >= item }
        if place == away.endIndex || away[place] != item { away.insert(item, at: place) }
    }

    /// Returns the items whose last listing ends after `instant`, in ascending order.
    ///
    /// It is fast as long as `instant` is not before the one given to ``forget(endedBy:)``.
    package mutating func items(endingAfter instant: Instant) -> [Int] {
        if instant < since {
            since = instant
            away = ends.indices.filter { ends[$0] > instant }
            return away
        }
        return away.filter { ends[$0] > instant }
    }

    /// Says that nobody is going to ask for what has ended by this instant.
    package mutating func forget(endedBy instant: Instant) {
        guard instant > since else { return }
        since = instant
        away.removeAll { ends[$0] <= instant }
    }
}
