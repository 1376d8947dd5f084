/// The gaps between all pairs of clients, listing by listing.
struct StepGaps {
    private(set) var together: [Int64] = []
    /// Those of ``together`` for which the machine held up neither client.
    private(set) var unhindered: [Int64] = []
    private(set) var apart: [Int64] = []
    private(set) var listings = 0

    private struct Sight {
        let shownUs: Int64
        let isApart: Bool
        let isStalled: Bool
    }

    /// A stall counts when it is this near to the change.
    private static let marginUs: Int64 = 50_000

    init(_ logs: [WitnessLog]) {
        var sights: [String: [Sight]] = [:]
        for log in logs {
            for change in log.changes where change.startUs >= log.fromUs && !change.wasSealed {
                let isApart = log.isApart(change.startUs) || log.isApart(change.shownUs)
                let dueUs = min(change.startUs, change.shownUs) - Self.marginUs
                sights[change.listing, default: []].append(
                    Sight(
                        shownUs: change.shownUs, isApart: isApart,
                        isStalled: log.isStalled(dueUs...change.shownUs + Self.marginUs)))
            }
        }
        for seen in sights.values where seen.count > 1 { add(seen) }
    }

    private mutating func add(_ seen: [Sight]) {
        listings += 1
        for (index, one) in seen.enumerated() {
            for other in seen[..<index] {
                let gapUs = abs(one.shownUs - other.shownUs)
                if one.isApart || other.isApart {
                    apart.append(gapUs)
                } else {
                    together.append(gapUs)
                    if !one.isStalled && !other.isStalled { unhindered.append(gapUs) }
                }
            }
        }
    }
}

/// When keys arrived, counted from their listings' starts.
struct KeyLateness {
    private(set) var valuesUs: [Int64] = []

    init(_ logs: [WitnessLog]) {
        var starts: [Substring: Int64] = [:]
        for change in logs.lazy.flatMap(\.changes) { starts[change.listing.slot] = change.startUs }
        for log in logs {
            for arrival in log.arrivals {
                guard let startUs = starts[arrival.slot[...]], log.isJudged(startUs: startUs) else { continue }
                valuesUs.append(arrival.arrivedUs - startUs)
            }
        }
    }
}

extension String {
    /// The part of a listing's name that names its chain and slot.
    fileprivate var slot: Substring { split(separator: ".").prefix(2).last.map { self[..<$0.endIndex] } ?? self[...] }
}
