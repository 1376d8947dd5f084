/// Problems as lines of text.
///
/// A catalogue of ten thousand rows with the same mistake in every row and two other mistakes should give three lines.
/// So more than a few problems of one kind are combined into one line with their count. If more than a few problems
/// with the same field and reason are left, each in another form, they are combined into one line too, so that the
/// report on a file with many mistakes stays readable.
package struct ProblemLines {
    /// How many problems of one kind are listed one by one.
    private static let eachAtMost = 5

    private let problems: [ConfigurationProblem]
    /// The group of each problem; `nil` for a problem with its own line.
    private let groups: [Group?]

    package init(_ problems: [ConfigurationProblem]) {
        self.problems = problems
        let alike = Self.groups(problems.map { Kind($0, found: $0.alike) }, areAlike: true)
        let rest = zip(problems, alike).map { problem, group in
            group == nil && problem.hasForm ? Kind(problem, found: nil) : nil
        }
        groups = zip(alike, Self.groups(rest, areAlike: false)).map { $0 ?? $1 }
    }

    /// A line for every problem.
    package var each: [String] { problems.map(\.description) }

    /// The lines, with one combined line in place of the first problem of each kind that has many.
    package var grouped: [String] {
        zip(problems, groups).enumerated().compactMap { index, element in
            let (problem, group) = element
            guard let group else { return problem.description }
            return index == group.first ? problem.description(standingFor: group.count, areAlike: group.areAlike) : nil
        }
    }

    /// Whether ``grouped`` leaves any of ``each`` out.
    package var areGrouped: Bool { groups.contains { $0 != nil } }

    /// Returns for each kind the group of all kinds that equal it, if there are more than a few of them.
    private static func groups(_ kinds: [Kind?], areAlike: Bool) -> [Group?] {
        var groups: [Kind: Group] = [:]
        for (index, kind) in kinds.enumerated() {
            guard let kind else { continue }
            groups[kind, default: Group(first: index, areAlike: areAlike)].count += 1
        }
        return kinds.map { kind in kind.flatMap { groups[$0] }.flatMap { $0.count > eachAtMost ? $0 : nil } }
    }

    /// Problems that are combined into one line.
    private struct Group {
        /// The index of the first problem in the group.
        let first: Int
        /// Whether what was found has the same form in all of them.
        let areAlike: Bool
        var count = 0
    }

    /// What makes two problems the same kind.
    private struct Kind: Hashable {
        let severity: ConfigurationProblem.Severity
        let file: String?
        let field: String
        let found: String?
        let expected: String

        /// - Parameter found: the form of what was found; `nil` when the form doesn't matter.
        init(_ problem: ConfigurationProblem, found: String?) {
            severity = problem.severity
            file = problem.place.folder ?? problem.file
            field = problem.place.fieldPattern
            self.found = found
            expected = problem.expected
        }
    }
}
