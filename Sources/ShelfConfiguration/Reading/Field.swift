import Yams

/// A value in a configuration or a catalogue, with its place.
///
/// A scalar is read as written, not as the number, date or boolean that YAML would turn it into: `12-01` stays a day,
/// and `0.02` is never rounded to a binary fraction.
struct Field {
    let node: Node
    let place: Place
    let log: ProblemLog

    /// How many keys a mapping may have, of which few are known.
    private static let keysAtMost = 100
    /// How many keys a mapping may have whose keys are names, such as products.
    private static let entriesAtMost = 10_000

    /// Returns `nil` and reports an error when the value doesn't match the form.
    func read<Value>(_ form: Form<Value>) -> Value? {
        if let scalar { return form.read(scalar, at: place, log: log) }
        log.add(place, found: kind, expected: form.expected)
        return nil
    }

    /// The scalar as written; `nil` for a list or a mapping.
    var scalar: String? { node.scalar?.string }

    /// Whether it is a scalar in quotes, which is a text whatever it says.
    var isQuoted: Bool {
        guard let style = node.scalar?.style else { return false }
        return style == .singleQuoted || style == .doubleQuoted
    }

    /// Reads a mapping and reports an error for every key that isn't in `known`, or only one where there are very many.
    func fields(_ known: [String]) -> Fields? {
        guard let mapping = node.mapping else {
            log.add(place, found: kind, expected: "a mapping with \(alternatives(known))")
            return nil
        }
        guard holds(mapping.count, "keys", atMost: Self.keysAtMost) else { return nil }
        var values: [String: Field] = [:]
        var before: (key: Node, value: Node)?
        for (key, value) in mapping {
            defer { before = (key, value) }
            guard let name = key.scalar?.string, known.contains(name) else {
                let comma = before.flatMap { Self.adviceOnComma(key, value, after: $0) }
                reportUnknown(key, known: known, advice: comma)
                continue
            }
            let place = place.key(name, line: key.mark?.line)
            values[name] = Field(node: value, place: place, log: log)
        }
        return Fields(values: values, place: place, log: log)
    }

    /// The place of a value within mappings, or of the innermost mapping that is there.
    ///
    /// - Parameter keys: from this value's own key down.
    func place(of keys: ArraySlice<String>) -> Place {
        guard let name = keys.first else { return place }
        guard let (key, value) = node.mapping?.first(where: { $0.key.string == name }) else {
            return keys.reduce(place) { $0.key(readable($1), line: nil) }
        }
        let place = place.key(readable(name), line: key.mark?.line)
        return Field(node: value, place: place, log: log).place(of: keys.dropFirst())
    }

    /// Reads a mapping with arbitrary keys and returns its entries in the order of the file.
    func entries(of what: String) -> [(name: String, value: Field)]? {
        guard let mapping = node.mapping else {
            log.add(place, found: kind, expected: "a mapping of \(what)")
            return nil
        }
        guard holds(mapping.count, "keys", atMost: Self.entriesAtMost) else { return nil }
        return mapping.map { key, value in
            let name = key.scalar?.string ?? ""
            return (name, Field(node: value, place: place.key(readable(name), line: key.mark?.line), log: log))
        }
    }

    /// The elements of a list.
    ///
    /// - Parameters:
    ///   - most: how many there may be.
    ///   - name: what they are called where there are more.
    func list(
        of what: String, mayBeEmpty: Bool = false, atMost most: Int = .max, called name: String = "elements"
    ) -> [Field]? {
        guard let sequence = node.sequence, mayBeEmpty || !sequence.isEmpty else {
            log.add(place, found: node.sequence == nil ? kind : "an empty list", expected: "a list of \(what)")
            return nil
        }
        return holds(sequence.count, name, atMost: most) ? elements(of: sequence) : nil
    }

    /// The elements of a list; none where there is another value.
    var elements: [Field] { node.sequence.map(elements) ?? [] }

    private func elements(of sequence: Node.Sequence) -> [Field] {
        sequence.enumerated().map { index, element in
            // For an empty element, the YAML parser gives the line of the next element, so no line is given.
            let line = element.scalar?.string == "" ? nil : element.mark?.line
            return Field(node: element, place: place.index(index, line: line), log: log)
        }
    }

    /// Reports one error when there are too many of something.
    private func holds(_ count: Int, _ name: String, atMost most: Int) -> Bool {
        guard count > most else { return true }
        log.add(place, found: "\(grouped(count)) \(name)", alike: "too many", expected: "at most \(grouped(most))")
        return false
    }

    private var kind: String {
        switch node {
        case .scalar(let scalar): Form<String>.found(scalar.string)
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .alias: "an alias"
        }
    }

    /// Advises a person who wrote a decimal comma in braces, where a comma ends a value: `factor: 0,5` is a factor of 0
    /// and a key `5` without a value.
    private static func adviceOnComma(_ key: Node, _ value: Node, after before: (key: Node, value: Node)) -> String? {
        guard let end = key.scalar?.string, let start = before.value.scalar?.string, value.scalar?.string == "",
            [start, end].allSatisfy({ !$0.isEmpty && $0.utf8.count <= 20 && $0.utf8.allSatisfy(\.isDigit) })
        else { return nil }
        let number = before.key.scalar?.string == "factor" ? "\(start).\(end)" : start + end
        return "write \(number) instead of \(start),\(end)"
    }

    private func reportUnknown(_ key: Node, known: [String], advice: String?) {
        let name = key.scalar?.string
        log.add(
            Place(file: place.file, line: key.mark?.line ?? place.line, field: place.field),
            found: name.map { "the key \(quoted($0))" } ?? "a key that is no text",
            expected: "one of \(known.joined(separator: ", "))",
            advice: advice ?? name.flatMap { log.advice($0, among: known) })
    }
}
