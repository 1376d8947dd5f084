/// A value in a JSON file, with the line on which it begins. Numbers are kept as they are written.
struct JSONNode {
    enum Value {
        case text(String)
        /// Such as `-1.50`, and `true`.
        case word(String)
        case null
        case list([JSONNode])
        /// In the order of the file.
        case object([(name: String, value: JSONNode)])
    }

    let value: Value
    let line: Int
}
