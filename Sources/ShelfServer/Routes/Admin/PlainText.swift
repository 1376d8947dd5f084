import ShelfConfiguration

extension String {
    /// Whether it says something in so many characters, and none that a database would end it at, a log would obey or
    /// nobody could see: what configuration takes as a label.
    ///
    /// - Parameter limit: in characters as JSON Schema counts them, which are Unicode's scalars.
    func isPlain(atMost limit: Int) -> Bool {
        (1...limit).contains(unicodeScalars.count) && isReadable
    }
}
