import ArgumentParser

/// Why somebody does something, for people who read it later.
struct Reason: ExpressibleByArgument {
    let text: String

    /// - Returns: `nil` for what says nothing.
    init?(argument: String) {
        guard !argument.allSatisfy(\.isWhitespace) else { return nil }
        text = argument
    }
}
