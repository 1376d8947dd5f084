/// A row contains a value that this version can't have written. It is an error and never read as another value.
package struct UnknownValue: Error, Hashable, CustomStringConvertible {
    private let column: String
    private let value: String

    package init(column: String, value: String) {
        (self.column, self.value) = (column, value)
    }

    package var description: String {
        "the database says \(value) in \(column), which this version doesn't know; run the version that wrote it"
    }
}
