/// The values of a YAML mapping by key, or of a CSV record by column.
struct Fields {
    let values: [String: Field]
    let place: Place
    let log: ProblemLog

    subscript(key: String) -> Field? { values[key] }

    /// The place of `key`, or where it would be if it were present.
    func place(of key: String) -> Place { values[key]?.place ?? place.key(key, line: nil) }

    /// Returns the value of `key`, or `fallback` when the key is missing. Returns `nil` and reports an error when the
    /// value is invalid.
    func read<Value>(_ key: String, _ form: Form<Value>, else fallback: Value) -> Value? {
        values[key].map { $0.read(form) } ?? fallback
    }

    /// Returns the value of `key`. Returns `nil` and reports an error when the key is missing or its value is invalid.
    func read<Value>(_ key: String, _ form: Form<Value>) -> Value? {
        guard let field = values[key] else {
            log.add(place(of: key), found: "nothing", expected: form.expected)
            return nil
        }
        return field.read(form)
    }
}
