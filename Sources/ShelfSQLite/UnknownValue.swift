import GRDB

/// A row contains a value that this version can't have written. It is an error and never read as another value.
struct UnknownValue: Error, Hashable, CustomStringConvertible {
    let column: String
    let value: String

    var description: String {
        "the database says \(value) in \(column), which this version doesn't know; run the version that wrote it"
    }
}

extension Row {
    /// Reads a column's value.
    ///
    /// - Parameter meaning: converts the raw value; returns `nil` for an unknown one.
    func read<Raw: DatabaseValueConvertible, Value>(_ column: String, _ meaning: (Raw) -> Value?) throws -> Value {
        let raw: Raw = self[column]
        guard let value = meaning(raw) else { throw UnknownValue(column: column, value: "\(raw)") }
        return value
    }

    /// Reads the value of a column that may be NULL.
    func readIfPresent<Value>(_ column: String, _ meaning: (String) -> Value?) throws -> Value? {
        (self[column] as String?) == nil ? nil : try read(column, meaning)
    }
}
