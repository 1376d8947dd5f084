/// Reads environment variables such as `SHELFLIFE_PORT`, which override values from the file.
struct EnvironmentReader {
    let variables: [String: String]
    let log: ProblemLog

    /// Returns the variable's value, or `fallback` when it isn't set. Returns `nil` and reports an error when the value
    /// is invalid.
    func read<Value>(_ name: String, _ form: Form<Value>, over fallback: Value?) -> Value? {
        guard let text = variables[Self.variable(name)] else { return fallback }
        return form.read(text, at: place(name), log: log)
    }

    /// The variable's value as it is; `nil` when it isn't set.
    func text(_ name: String) -> String? { variables[Self.variable(name)] }

    func isSet(_ name: String) -> Bool { variables[Self.variable(name)] != nil }

    func place(_ name: String) -> Place { Place(file: nil, field: Self.variable(name)) }

    private static func variable(_ name: String) -> String { "SHELFLIFE_\(name)" }
}
