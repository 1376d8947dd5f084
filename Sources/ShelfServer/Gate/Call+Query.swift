import ShelfWire

extension Call {
    /// A number in the query.
    ///
    /// - Parameter thing: what has such numbers, such as "a version".
    /// - Throws: ``Problem`` when it is missing or no such number.
    func number(_ name: String, of thing: String) throws(Problem) -> Int64 {
        guard let number = query[name].flatMap({ Int64(plain: $0) }), number > 0 else {
            throw .badRequest("\(name) must be the number of \(thing).")
        }
        return number
    }
}
