/// Collects the problems that readers find.
///
/// It is a class because the readers of all nested parts add to the same list. It is used only while one configuration
/// is loaded.
final class ProblemLog {
    private var problems: [ConfigurationProblem] = []
    private var files: [String: Int] = [:]
    private var namesToCompare = 200_000
    /// How many problems were left out, and whether an error is among them.
    private var leftOut = (count: 0, hasError: false)

    /// How many problems are kept. More would take time and memory, and nobody reads them.
    private static let most = 100_000

    private(set) var errorCount = 0
    /// How many errors left a value unread. The others are about values that can be read, and that name what isn't there.
    private(set) var unreadCount = 0

    /// - Parameter file: the configuration's, whose problems come before those of the files that it names.
    init(file: String) {
        files[file] = 0
    }

    /// Notes that a file is read, so that its problems come before those of files that are read later.
    func note(_ file: String) {
        if files[file] == nil { files[file] = files.count }
    }

    /// Adds an error.
    ///
    /// - Parameters:
    ///   - alike: what was found, without what differs from place to place; `nil` where nothing does.
    ///   - advice: what to do, where that doesn't follow from `expected`.
    ///   - isRead: whether the value can be read all the same, so that what depends on it can be checked, too.
    func add(
        _ place: Place, found: String, alike: String? = nil, expected: String, advice: String? = nil,
        isRead: Bool = false
    ) {
        errorCount += 1
        if !isRead { unreadCount += 1 }
        add(.error, place, found: found, alike: alike, expected: expected, advice: advice)
    }

    /// Adds a warning about a value that can be read but is probably not what was meant.
    func warn(_ place: Place, found: String, alike: String? = nil, expected: String, advice: String? = nil) {
        add(.warning, place, found: found, alike: alike, expected: expected, advice: advice)
    }

    /// Adds an error when the task is cancelled. Long loops of readers and checks end then, so what they have read
    /// isn't whole, and mustn't be taken for sound.
    func noteCancellation() {
        guard Task.isCancelled else { return }
        add(Place(file: nil), found: "nobody who waits for the result", expected: "somebody until everything is read")
    }

    /// Suggests which of many known names a person may have meant.
    ///
    /// Comparing takes time, and thousands of names may be unknown, so only the
    /// first of them get a guess.
    func advice<Names: Collection<String>>(_ name: String, among names: @autoclosure () -> Names) -> String? {
        guard namesToCompare > 0 else { return nil }
        let known = names()
        namesToCompare -= known.count
        return Advice.didYouMean(name, among: known)
    }

    /// All problems: errors before warnings, then by file in the order of reading, then by line. Problems outside of
    /// files come last, and so does how many were left out.
    var sorted: [ConfigurationProblem] {
        let problems = problems + rest
        let keys = problems.enumerated().map { offset, problem in
            (
                problem.severity == .error ? 0 : 1, problem.file.flatMap { files[$0] } ?? .max, problem.line ?? 0,
                offset
            )
        }
        return problems.indices.sorted { keys[$0] < keys[$1] }.map { problems[$0] }
    }

    private var rest: [ConfigurationProblem] {
        guard leftOut.count > 0 else { return [] }
        let found = counted(leftOut.count, "further problem")
        return [
            ConfigurationProblem(
                severity: leftOut.hasError ? .error : .warning, place: Place(file: nil), found: found,
                expected: "at most \(grouped(Self.most))", advice: "correct the others first", alike: found)
        ]
    }

    private func add(
        _ severity: ConfigurationProblem.Severity, _ place: Place, found: String, alike: String?, expected: String,
        advice: String?
    ) {
        guard problems.count < Self.most else {
            leftOut = (leftOut.count + 1, leftOut.hasError || severity == .error)
            return
        }
        if let file = place.file { note(file) }
        problems.append(
            ConfigurationProblem(
                severity: severity, place: place, found: found, expected: expected, advice: advice,
                alike: alike ?? found))
    }
}
