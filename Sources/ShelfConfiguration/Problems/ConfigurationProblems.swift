/// Everything that is wrong, at once, so that a person corrects it in one go.
package struct ConfigurationProblems: Error, Hashable, Sendable, CustomStringConvertible {
    package let problems: [ConfigurationProblem]

    package init(_ problems: [ConfigurationProblem]) {
        self.problems = problems
    }

    /// A problem a line.
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
