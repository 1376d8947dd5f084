/// Values from variables such as `SHELFLIFE_PORT`, which override the file's.
struct EnvironmentReader {
    let variables: [String: String]
    let log: ProblemLog

    /// The variable's value when it is set, else `fallback`; `nil`, and a problem, when it can't be read.
    func read<Value>(_ name: String, _ form: Form<Value>, over fallback: Value?) -> Value? {
        guard let text = variables[Self.variable(name)] else { return fallback }
        if let value = form.read(text) { return value }
        log.add(place(name), found: text.isEmpty ? "nothing" : quoted(text), expected: form.expected)
        return nil
    }

    func isSet(_ name: String) -> Bool { variables[Self.variable(name)] != nil }

    func place(_ name: String) -> Place { Place(file: nil, field: Self.variable(name)) }

    private static func variable(_ name: String) -> String { "SHELFLIFE_\(name)" }
}
