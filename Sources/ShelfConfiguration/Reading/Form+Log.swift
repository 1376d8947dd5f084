extension Form {
    /// Returns the value that `text` stands for, and reports a warning when it is doubtful. Returns `nil` and reports
    /// an error when `text` doesn't match the form.
    func read(_ text: String, at place: Place, log: ProblemLog) -> Value? {
        guard let value = read(text) else {
            log.add(
                place, found: Self.found(text), alike: Likeness.of(text), expected: expected(insteadOf: text),
                advice: advice(insteadOf: text))
            return nil
        }
        if let doubt = doubt(text) {
            log.warn(
                place, found: Self.found(text), alike: "", expected: doubt.expected,
                advice: doubt.advice)
        }
        return value
    }

    /// Describes what was found: the word `nothing`, or the quoted text. A long text is cut, and its length is added.
    static func found(_ text: String) -> String {
        if text.isEmpty { return "nothing" }
        let count = text.unicodeScalars.count
        return count <= 60 ? quoted(text) : "\(quoted(text)) (\(count) characters)"
    }
}
