/// Reads the name of a currency where it is the key of a mapping.
enum CurrencyName {
    /// Returns the name as it is stored. Returns `nil` and reports an error for one that no currency can have.
    ///
    /// - Parameter place: the mapping.
    static func read(_ name: String, at place: Place, log: ProblemLog) -> String? {
        if let currency = Form<String>.storedName.read(name) { return currency }
        log.add(place, found: "the currency \(quoted(name))", expected: Form<String>.storedName.expected)
        return nil
    }
}
