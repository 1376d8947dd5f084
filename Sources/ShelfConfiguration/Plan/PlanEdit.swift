package import ShelfModel

/// One change of a store's plan.
package enum PlanEdit: Hashable, Sendable {
    /// After the others.
    case add(PlannedAppearance)
    /// In place of the one at this index.
    case change(Int, to: PlannedAppearance)
    case remove(Int)

    /// Where the appearance stands in the plan afterwards; `nil` where one is removed.
    ///
    /// - Parameter plan: the plan before.
    package func index(in plan: [PlannedAppearance]) -> Int? {
        switch self {
        case .add: plan.count
        case .change(let index, _): index
        case .remove: nil
        }
    }

    /// The plan afterwards.
    ///
    package func applied(to plan: [PlannedAppearance]) throws(NoAppearance) -> [PlannedAppearance] {
        var edited = plan
        switch self {
        case .add(let appearance): edited.append(appearance)
        case .change(let index, to: let appearance) where plan.indices.contains(index): edited[index] = appearance
        case .remove(let index) where plan.indices.contains(index): edited.remove(at: index)
        case .change(let index, _), .remove(let index): throw NoAppearance(index: index)
        }
        return edited
    }

    /// The plan has no appearance with this index.
    package struct NoAppearance: Error, Hashable, Sendable {
        package let index: Int
    }
}

extension PlannedAppearance {
    /// As one line of YAML in braces.
    var yaml: String {
        let fields =
            [("item", item)] + (position.map { [("position", String($0 + 1))] } ?? []) + times.yaml
            + [("for", "\(length)")] + (within > .zero ? [("within", "\(within)")] : [])
        return "{\(fields.map { "\($0): \($1)" }.joined(separator: ", "))}"
    }
}

extension PlannedTimes {
    fileprivate var yaml: [(String, String)] {
        switch self {
        case .once(let date, let time):
            return [("from", "\(date)T\(time)")]
        case .weekly(let weekly):
            let days = Weekday.allCases.filter(weekly.days.contains).map(\.name).joined(separator: ", ")
            let isDaily = weekly.days.count == Weekday.allCases.count
            return (isDaily ? [] : [("days", "[\(days)]")])
                + [("at", "[\(weekly.times.map { "\"\($0)\"" }.joined(separator: ", "))]")]
                + [("from", weekly.from), ("until", weekly.until)].compactMap { key, day in day.map { (key, "\($0)") } }
        }
    }
}
