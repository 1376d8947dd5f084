import Yams

/// A YAML node, and where it stands.
///
/// Scalars are taken as they are written and never as what YAML makes of
/// them: `12-01` stays a day, `0.02` is never a binary fraction.
struct Field {
    let node: Node
    let place: Place
    let log: ProblemLog

    /// `nil`, and a problem, when what is written doesn't have the form.
    func read<Value>(_ form: Form<Value>) -> Value? {
        if let value = scalar.flatMap(form.read) { return value }
        log.add(place, found: kind, expected: form.expected(insteadOf: scalar ?? ""))
        return nil
    }

    /// `nil` for a list or a mapping.
    var scalar: String? { node.scalar?.string }

    /// The values of a mapping, whose keys are all among `known`.
    func fields(_ known: [String]) -> Fields? {
        guard let mapping = node.mapping else {
            log.add(place, found: kind, expected: "a mapping with \(alternatives(known))")
            return nil
        }
        var values: [String: Field] = [:]
        for (key, value) in mapping {
            guard let name = key.scalar?.string, known.contains(name) else {
                reportUnknown(key, known: known)
                continue
            }
            let place = place.key(name, line: key.mark?.line)
            values[name] = Field(node: value, place: place, log: log)
        }
        return Fields(values: values, place: place, log: log)
    }

    /// The values of a mapping whose keys are anybody's choice, in their order.
    func entries(of what: String) -> [(name: String, value: Field)]? {
        guard let mapping = node.mapping else {
            log.add(place, found: kind, expected: "a mapping of \(what)")
            return nil
        }
        return mapping.map { key, value in
            let name = key.scalar?.string ?? ""
            return (name, Field(node: value, place: place.key(readable(name), line: key.mark?.line), log: log))
        }
    }

    /// The elements of a list.
    func list(of what: String, mayBeEmpty: Bool = false) -> [Field]? {
        guard let sequence = node.sequence, mayBeEmpty || !sequence.isEmpty else {
            log.add(place, found: node.sequence == nil ? kind : "an empty list", expected: "a list of \(what)")
            return nil
        }
        return sequence.enumerated().map { index, element in
            // YAML puts an element that isn't there on the line of what follows.
            let line = element.scalar?.string == "" ? nil : element.mark?.line
            return Field(node: element, place: place.index(index, line: line), log: log)
        }
    }

    private var kind: String {
        switch node {
        case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : quoted(scalar.string)
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .alias: "an alias"
        }
    }

    private func reportUnknown(_ key: Node, known: [String]) {
        let name = key.scalar?.string
        let hint = name.map { NearName.hint($0, among: known) } ?? ""
        log.add(
            Place(file: place.file, line: key.mark?.line ?? place.line, field: place.field),
            found: name.map { "the key \(quoted($0))" } ?? "a key that is no text",
            expected: "one of \(known.joined(separator: ", "))\(hint)")
    }
}
