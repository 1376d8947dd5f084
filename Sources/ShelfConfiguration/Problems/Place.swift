/// A place in a configuration: a file, a line and a field.
struct Place: Hashable, Sendable {
    /// The file's path as the user gave it; `nil` for a place outside of files, such as an environment variable.
    let file: String?
    let line: Int?
    /// The field, such as `stores[0].shelfLife`, or the name of a variable. Empty when the place is a whole file or
    /// line.
    let field: String

    init(file: String?, line: Int? = nil, field: String = "") {
        self.file = file
        self.line = line
        self.field = field
    }

    func key(_ name: String, line: Int?) -> Place {
        Place(file: file, line: line ?? self.line, field: field.isEmpty ? name : "\(field).\(name)")
    }

    func index(_ index: Int, line: Int?) -> Place {
        Place(file: file, line: line ?? self.line, field: "\(field)[\(index)]")
    }

    /// The same field with the line of one of its keys, for a problem with that key.
    func line(of key: Place) -> Place {
        Place(file: file, line: key.line, field: field)
    }

    /// The beginning of a message about this place, such as `emoji.csv:3`. Empty for a place outside of files.
    var start: String {
        guard let file else { return "" }
        return line.map { "\(file):\($0)" } ?? file
    }

    /// A short form such as `emoji.csv:3`, for a message about another place that refers to this one.
    var short: String { file == nil ? field : start }

    /// The folder of a place that is a whole file of one; `nil` for another place.
    var folder: String? {
        guard line == nil, field.isEmpty, let file, let slash = file.lastIndex(of: "/") else { return nil }
        return String(file[..<slash])
    }

    /// The field without list indices, such as `stores[…].weights[…]`.
    var fieldPattern: String {
        var pattern = ""
        var isInIndex = false
        for character in field {
            if character == "]" { isInIndex = false }
            if !isInIndex { pattern.append(character) }
            if character == "[" {
                isInIndex = true
                pattern.append("…")
            }
        }
        return pattern
    }
}
