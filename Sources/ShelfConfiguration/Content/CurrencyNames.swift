import Yams

/// The currencies in which stores sell. A player could spend no other currency.
struct CurrencyNames {
    /// `nil` when the list of stores can't be read.
    private let known: Set<String>?

    /// - Parameter stores: the configuration's list of stores; only their currencies are read.
    init(stores: Field?) {
        known = stores?.node.sequence.map { sequence in
            let names = sequence.map { $0.mapping?["currency"]?.string ?? StoreReader.usualCurrency }
            return Set(names.compactMap(Form<String>.storedName.read))
        }
    }

    /// Reads a name, and reports one that no store has, and as an error one that no currency can have.
    ///
    /// - Parameters:
    ///   - place: the mapping in which the name is a key.
    ///   - severity: whether a currency that no store uses is an error or a warning.
    /// - Returns: the name as it is stored, or `nil` after an error.
    func read(
        _ name: String, at place: Place, unknownIs severity: ConfigurationProblem.Severity, log: ProblemLog
    ) -> String? {
        let found = "the currency \(quoted(name))"
        guard let currency = Form<String>.storedName.read(name) else {
            log.add(place, found: found, expected: Form<String>.storedName.expected)
            return nil
        }
        guard let known, !known.contains(currency) else { return currency }
        let expected = "one of the stores': \(known.sorted().prefix(20).map(readable).joined(separator: ", "))"
        let advice = log.advice(name, among: known)
        switch severity {
        case .error: log.add(place, found: found, alike: "unknown", expected: expected, advice: advice)
        case .warning: log.warn(place, found: found, alike: "unknown", expected: expected, advice: advice)
        }
        return severity == .warning ? currency : nil
    }
}
