/// All problems of a configuration, so that a person can correct them in one go. At least one of them is an error.
package struct ConfigurationProblems: Error, Hashable, Sendable {
    /// Sorted: errors before warnings, then by file, then by line.
    package let problems: [ConfigurationProblem]

    package init(_ problems: [ConfigurationProblem]) {
        self.problems = problems
    }
}

extension ConfigurationProblems: CustomStringConvertible {
    /// Explains why the program can't start, with one line for each kind of error.
    package var description: String {
        let lines = ProblemLines(problems.filter { $0.severity == .error })
        let rest = lines.areGrouped ? ["shelflife check --all lists each of them"] : []
        return (lines.grouped + rest).joined(separator: "\n")
    }
}
