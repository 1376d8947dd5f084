/// One row of a result. Columns are read by name or, where many rows are read, by number.
package protocol SQLRow {
    /// - Returns: the number of the column that has a name, from 0 on.
    func index(of column: String) -> Int

    /// These read a column; `nil` for NULL.
    func integer(at column: Int) -> Int64?
    func flag(at column: Int) -> Bool?
    func text(at column: Int) -> String?
    func bytes(at column: Int) -> [UInt8]?
}

extension SQLRow {
    package subscript<Value: SQLColumn>(column: String) -> Value { self[index(of: column)] }

    package subscript<Value: SQLColumn>(column: String) -> Value? { self[index(of: column)] }

    /// A column that is never NULL by the schema.
    package subscript<Value: SQLColumn>(column: Int) -> Value {
        guard let value = Value.read(column, of: self) else { preconditionFailure("column \(column) is NULL") }
        return value
    }

    package subscript<Value: SQLColumn>(column: Int) -> Value? { Value.read(column, of: self) }

    /// Reads a column whose values have a meaning.
    ///
    /// - Parameter meaning: returns `nil` for an unknown value.
    /// - Throws: ``UnknownValue``.
    package func read<Raw: SQLColumn, Value>(_ column: String, _ meaning: (Raw) -> Value?) throws -> Value {
        let raw: Raw = self[column]
        guard let value = meaning(raw) else { throw UnknownValue(column: column, value: "\(raw)") }
        return value
    }

    /// Reads such a column that may be NULL.
    package func readIfPresent<Value>(_ column: String, _ meaning: (String) -> Value?) throws -> Value? {
        (self[column] as String?) == nil ? nil : try read(column, meaning)
    }
}
