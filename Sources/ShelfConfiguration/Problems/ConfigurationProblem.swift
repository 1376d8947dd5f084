/// One thing that is wrong with what a server was told: where it stands, and what to write instead.
package struct ConfigurationProblem: Error, Hashable, Sendable {
    /// As the person who is told would name it; `nil` where no file is to blame.
    package let file: String?
    package let line: Int?
    /// Such as `stores[0].shelfLife`, or a variable's name; empty when the whole file is meant.
    package let field: String
    package let message: String

    package init(file: String?, line: Int?, field: String, message: String) {
        self.file = file
        self.line = line
        self.field = field
        self.message = message
    }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// `shelflife.yaml:14: stores[0].shelfLife: found "4 cats", expected a span such as 45s, 4m or 300ms`
    package var description: String {
        let place = file.map { file in line.map { "\(file):\($0)" } ?? file }
        return [place, field.isEmpty ? nil : field, message].compactMap(\.self).joined(separator: ": ")
    }
}
