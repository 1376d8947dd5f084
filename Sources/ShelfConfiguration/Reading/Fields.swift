/// A YAML mapping, key by key.
struct Fields {
    let values: [String: Field]
    let place: Place
    let log: ProblemLog

    subscript(key: String) -> Field? { values[key] }

    /// Where `key` stands, or would stand.
    func place(of key: String) -> Place { values[key]?.place ?? place.key(key, line: nil) }

    /// `fallback` where the key is left out; `nil`, and a problem, where its value doesn't have the form.
    func read<Value>(_ key: String, _ form: Form<Value>, else fallback: Value) -> Value? {
        values[key].map { $0.read(form) } ?? fallback
    }

    /// `nil`, and a problem, where the key is left out or its value doesn't have the form.
    func read<Value>(_ key: String, _ form: Form<Value>) -> Value? {
        guard let field = values[key] else {
            log.add(place(of: key), found: "nothing", expected: form.expected)
            return nil
        }
        return field.read(form)
    }
}
