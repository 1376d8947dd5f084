/// A syntax error in a part of a file.
struct Fault {
    var line: Int?
    let found: String
    let expected: String
    var advice: String?

    func report(in file: String, to log: ProblemLog) {
        log.add(Place(file: file, line: line), found: found, expected: expected, advice: advice)
    }
}
