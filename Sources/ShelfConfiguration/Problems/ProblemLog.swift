/// Collects what is wrong while reading goes on.
///
/// A reference, because readers of nested parts all add to the one list; it
/// never leaves the loading of one configuration.
final class ProblemLog {
    private var problems: [ConfigurationProblem] = []
    private var files: [String: Int] = [:]

    var count: Int { problems.count }

    func add(_ place: Place, _ message: String) {
        if let file = place.file, files[file] == nil { files[file] = files.count }
        problems.append(
            ConfigurationProblem(file: place.file, line: place.line, field: place.field, message: message))
    }

    func add(_ place: Place, found: String, expected: String) {
        add(place, "found \(found), expected \(expected)")
    }

    /// File by file as they were come by, each from its top; what no file is to blame for comes last.
    var sorted: [ConfigurationProblem] {
        let keys = problems.enumerated().map { offset, problem in
            (problem.file.flatMap { files[$0] } ?? .max, problem.line ?? 0, offset)
        }
        return problems.indices.sorted { keys[$0] < keys[$1] }.map { problems[$0] }
    }
}
