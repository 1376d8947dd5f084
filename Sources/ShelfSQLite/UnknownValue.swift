import GRDB

/// A row says something that this version can't have written; it is never read as something else.
struct UnknownValue: Error, Hashable, CustomStringConvertible {
    let column: String
    let value: String

    var description: String {
        "the database says \(value) in \(column), which this version doesn't know; run the version that wrote it"
    }
}

extension Row {
    /// What a column means.
    ///
    /// - Parameter meaning: `nil` for what it can't say.
    func read<Raw: DatabaseValueConvertible, Value>(_ column: String, _ meaning: (Raw) -> Value?) throws -> Value {
        let raw: Raw = self[column]
        guard let value = meaning(raw) else { throw UnknownValue(column: column, value: "\(raw)") }
        return value
    }

    /// What a column means that may be empty.
    func readIfPresent<Value>(_ column: String, _ meaning: (String) -> Value?) throws -> Value? {
        (self[column] as String?) == nil ? nil : try read(column, meaning)
    }
}
