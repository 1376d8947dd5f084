import Yams

/// The currencies that stores sell for: money of any other could be spent nowhere.
struct CurrencyNames {
    /// `nil` where it can't be told what stores there are.
    private let known: Set<String>?

    /// - Parameter stores: the configuration's list, of which nothing else is looked at.
    init(stores: Field?) {
        known = stores?.node.sequence.map { sequence in
            let names = sequence.map { $0.mapping?["currency"]?.string ?? StoreReader.usualCurrency }
            return Set(names.compactMap(Form<String>.label.read))
        }
    }

    /// Reports a name that is none, or no store's.
    ///
    /// - Parameter place: where the mapping stands that has it.
    func check(_ name: String, at place: Place, log: ProblemLog) -> Bool {
        guard Form<String>.label.read(name) != nil else {
            log.add(place, found: "the currency \(quoted(name))", expected: Form<String>.label.expected)
            return false
        }
        guard let known, !known.contains(name) else { return true }
        log.add(
            place, found: "the currency \(quoted(name))",
            expected: "one of the stores': \(known.sorted().joined(separator: ", "))"
                + NearName.hint(name, among: known))
        return false
    }
}
