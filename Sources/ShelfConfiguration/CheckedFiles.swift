/// What `check` has read without errors: settings, content, or both.
package struct CheckedFiles: Sendable {
    /// `nil` where a content file was checked.
    package let settings: Settings?
    /// `nil` where settings were checked that name no content, and there is none in the usual place.
    package let content: LoadedContent?
    /// Problems of severity `warning` only.
    package private(set) var warnings: [ConfigurationProblem]

    /// The same, with more warnings before the others.
    package func warning(also more: [ConfigurationProblem]) -> CheckedFiles {
        var checked = self
        checked.warnings = more + warnings
        return checked
    }
}
