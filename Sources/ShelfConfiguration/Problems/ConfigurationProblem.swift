/// One error or warning about the configuration: its place, what was found there, and what was expected.
package struct ConfigurationProblem: Hashable, Sendable {
    package enum Severity: Hashable, Sendable {
        /// Nothing can be served before this is corrected.
        case error
        /// The value can be read and used, but a person should check it.
        case warning
    }

    package let severity: Severity
    let place: Place
    package let found: String
    package let expected: String
    /// What to do about it, if `expected` doesn't make that obvious.
    package let advice: String?
    /// A generalised form of what was found. Problems with the same `alike`, `expected` and field are counted as one
    /// mistake that was made many times.
    let alike: String

    /// A warning about content as a whole, which no file alone shows.
    package static func warning(found: String, expected: String, advice: String) -> ConfigurationProblem {
        ConfigurationProblem(
            severity: .warning, place: Place(file: nil), found: found, expected: expected, advice: advice, alike: found)
    }

    /// An error of content as a whole, which no file alone shows.
    package static func error(found: String, expected: String, advice: String) -> ConfigurationProblem {
        ConfigurationProblem(
            severity: .error, place: Place(file: nil), found: found, expected: expected, advice: advice, alike: found)
    }

    package func with(_ severity: Severity) -> ConfigurationProblem {
        ConfigurationProblem(
            severity: severity, place: place, found: found, expected: expected, advice: advice, alike: alike)
    }

    package var file: String? { place.file }
    package var line: Int? { place.line }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// `shelflife.yaml:14: stores[0].shelfLife: found "4 cats", expected whole seconds from 1s to 31d`
    package var description: String { line([place.start, mark, place.field, message]) }

    /// `found "4 cats", expected whole seconds from 1s to 31d`
    private var message: String { sentence("found \(found), expected \(expected)") }

    /// Whether ``alike`` is only the form of what was found, for example for a value that can't be read.
    var hasForm: Bool { alike != found }

    /// One line for `count` problems of which this is the first:
    /// `items.csv: 3,201 × released: expected a date such as 2026-11-21, for example line 7: found "24.12.2026"`
    ///
    /// - Parameter areAlike: whether what was found has the form of this example in all of the problems.
    func description(standingFor count: Int, areAlike: Bool) -> String {
        let field = place.fieldPattern.isEmpty ? "" : "\(place.fieldPattern): "
        let (folder, file) = (place.folder, place.file ?? "")
        let first = folder == nil ? place.line.map { "line \($0): " } : "\(file): "
        let example = sentence("for example \(first ?? "")found \(found)")
        return line([
            folder ?? file, mark,
            "\(grouped(count)) × \(field)\(areAlike ? "" : "in several forms, ")expected \(expected), \(example)",
        ])
    }

    private var mark: String { severity == .warning ? "warning" : "" }

    private func sentence(_ text: String) -> String { advice.map { "\(text); \($0)" } ?? text }

    private func line(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: ": ") }
}
