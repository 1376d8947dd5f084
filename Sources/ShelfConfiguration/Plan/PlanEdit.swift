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
    /// - Throws: ``PlanEditRefusal/noAppearance(_:)``
    package func applied(to plan: [PlannedAppearance]) throws(PlanEditRefusal) -> [PlannedAppearance] {
        var edited = plan
        switch self {
        case .add(let appearance): edited.append(appearance)
        case .change(let index, to: let appearance) where plan.indices.contains(index): edited[index] = appearance
        case .remove(let index) where plan.indices.contains(index): edited.remove(at: index)
        case .change(let index, _), .remove(let index): throw .noAppearance(index)
        }
        return edited
    }

    /// What is written; `nil` where something is removed.
    var appearance: PlannedAppearance? {
        switch self {
        case .add(let appearance), .change(_, to: let appearance): appearance
        case .remove: nil
        }
    }
}

/// Why a plan wasn't edited. A person has to edit the file.
package enum PlanEditRefusal: Error, Hashable, Sendable {
    /// The text has errors.
    case unreadable([ConfigurationProblem])
    /// The appearance isn't one that a configuration can hold.
    case unwritable([ConfigurationProblem])
    case noStore(String)
    /// There is no appearance with this index.
    case noAppearance(Int)
    /// The store or its plan is written in a way that can't be edited line by line, such as in braces or brackets.
    case otherLayout(line: Int)
}

extension PlanEditRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let problems):
            ProblemLines(problems).grouped.joined(separator: "\n")
        case .unwritable(let problems):
            problems.isEmpty
                ? "the appearance can't be written, expected an item's id and times in whole seconds"
                : ProblemLines(problems).grouped.joined(separator: "\n")
        case .noStore(let store):
            "the file has no store \(quoted(store))"
        case .noAppearance(let index):
            "the plan has no appearance with the index \(index)"
        case .otherLayout(let line):
            """
            line \(line): found a store or a plan in another layout, expected each key of the store on a line of its \
            own, and each planned appearance after a dash; edit the file by hand
            """
        }
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
