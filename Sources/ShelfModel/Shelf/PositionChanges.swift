/// When one position's offers end, where a store changes at set times: at each change, moved by a number of seconds that
/// the seed draws.
struct PositionChanges {
    let changes: Changes
    let position: Int
    let zone: Zone
    let seed: ScheduleSeed

    /// No offer is shorter than this, but goes on to the change after.
    private static let shortest = TimeSpan.minutes(1)

    /// When the position makes a change.
    func moved(_ change: Instant) -> Instant {
        guard changes.spread > .zero else { return change }
        var generator = seed.changeGenerator(position: position, change: change)
        return change + .seconds(generator.next(below: UInt64(changes.spread.wholeSeconds) + 1))
    }

    /// When an offer ends that starts at an instant.
    func end(of start: Instant) -> Instant {
        var change = changes.first(from: start - changes.spread, in: zone)
        while change < .distantFuture, moved(change) < start + Self.shortest {
            change = changes.first(from: change + .milliseconds(1), in: zone)
        }
        return min(moved(change), start + Offer.longest)
    }

    /// The change that the position has made last at an instant.
    func last(at instant: Instant) -> Instant {
        let change = changes.last(until: instant, in: zone)
        return moved(change) <= instant ? change : changes.last(until: change - .milliseconds(1), in: zone)
    }
}

extension StoreRules {
    /// When a position's offers end; `nil` where their lengths are drawn.
    func changes(at position: Int, seed: ScheduleSeed) -> PositionChanges? {
        guard case .changes(let changes) = end(at: position) else { return nil }
        return PositionChanges(changes: changes, position: position, zone: zone, seed: seed)
    }
}
