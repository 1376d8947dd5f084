/// Where something is written.
struct Place: Hashable, Sendable {
    /// `nil` where it isn't in a file.
    let file: String?
    let line: Int?
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

    /// The same field, for what is wrong with a key of it that stands elsewhere.
    func line(of key: Place) -> Place {
        Place(file: file, line: key.line, field: field)
    }

    /// `emoji.csv:3`, for a problem elsewhere that speaks of this place.
    var short: String {
        guard let file else { return field }
        return line.map { "\(file):\($0)" } ?? file
    }
}
