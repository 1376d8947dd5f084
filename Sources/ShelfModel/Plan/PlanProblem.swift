/// Something that is wrong with a planned appearance, or is probably not what was meant.
package struct PlanProblem: Hashable, Sendable {
    package enum Severity: Hashable, Sendable {
        /// The plan can't be kept.
        case error
        /// The plan can be kept in part, or in another way than it says.
        case warning
    }

    /// The part of an appearance that a problem is about, by its key in the configuration.
    package enum Key: String, Hashable, Sendable {
        case item, position, from
        case length = "for"
    }

    /// The index in the rules' plan.
    package let appearance: Int
    package let severity: Severity
    package let key: Key
    package let found: String
    package let expected: String
    /// What happens otherwise, or what to do; `nil` where that is obvious.
    package let advice: String?

    init(
        _ severity: Severity, _ appearance: Int, _ key: Key, found: String, expected: String, advice: String? = nil
    ) {
        self.severity = severity
        self.appearance = appearance
        self.key = key
        self.found = found
        self.expected = expected
        self.advice = advice
    }
}

extension PlanProblem: CustomStringConvertible {
    /// `plan[2].position: found 9, expected a whole number from 1 to 4, the positions`
    package var description: String {
        let text = "plan[\(appearance)].\(key.rawValue): found \(found), expected \(expected)"
        return advice.map { "\(text); \($0)" } ?? text
    }
}
