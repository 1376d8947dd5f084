/// Reads `database`. The variable `SHELFLIFE_DATABASE` overrides the file.
///
/// No report shows what was found, since that may have a password in it.
struct DatabaseReader {
    let environment: EnvironmentReader
    let log: ProblemLog

    private static let name = "DATABASE"

    /// Returns `nil` where the embedded database is to be used, and, after reporting an error, for another text.
    func read(_ field: Field?) -> DatabaseAddress? {
        if let text = environment.text(Self.name) { return address(text, at: environment.place(Self.name)) }
        return field.flatMap { address($0.scalar ?? "", at: $0.place) }
    }

    private func address(_ text: String, at place: Place) -> DatabaseAddress? {
        guard VaultReferences.name(in: text) == nil else {
            log.add(
                place, found: "the name of a secret in a vault", expected: DatabaseAddressFault.expected,
                advice: """
                    a server reads its windows before anybody has opened the vault; libpq takes a password from \
                    ~/.pgpass, too
                    """)
            return nil
        }
        do throws(DatabaseAddressFault) {
            return try DatabaseAddress(text)
        } catch {
            log.add(place, found: error.found, expected: DatabaseAddressFault.expected, advice: error.advice)
            return nil
        }
    }
}
