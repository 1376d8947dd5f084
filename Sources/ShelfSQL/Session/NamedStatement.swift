/// A statement with the numbers of its arguments (`$1`, `$2` …) in the places of their names.
struct NamedStatement {
    private(set) var text = ""
    /// The names by number, from `$1` on.
    private(set) var names: [String] = []

    /// - Parameter sql: names begin with one colon; two are a cast.
    init(_ sql: String) {
        var rest = sql[...]
        while let colon = rest.firstIndex(of: ":") {
            text += rest[..<colon]
            rest = rest[colon...].dropFirst()
            if rest.first == ":" {
                text += "::"
                rest = rest.dropFirst()
                continue
            }
            let name = rest.prefix { $0.isLetter || $0 == "_" }
            rest = rest.dropFirst(name.count)
            text += "$\(number(of: String(name)))"
        }
        text += rest
    }

    private mutating func number(of name: String) -> Int {
        if let index = names.firstIndex(of: name) { return index + 1 }
        names.append(name)
        return names.count
    }
}
