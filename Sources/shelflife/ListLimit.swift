import ArgumentParser

/// How much of a long list is printed.
struct ListLimit: ParsableArguments {
    @Option(help: "How many to list.")
    var limit = 20

    func validate() throws {
        guard (1...200).contains(limit) else { throw ValidationError("--limit must be from 1 to 200") }
    }
}
