/// A row contains a value that this version can't have written. It is an error and never read as another value.
struct UnknownValue: Error, Hashable, CustomStringConvertible {
    let column: String
    let value: String

    var description: String {
        "the database says \(value) in \(column), which this version doesn't know; run the version that wrote it"
    }
}
