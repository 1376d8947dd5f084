extension String {
    /// Whether it says something in so many characters, and none that a database would end it at or a log would obey.
    ///
    /// - Parameter limit: in characters as JSON Schema counts them, which are Unicode's scalars.
    func isPlain(atMost limit: Int) -> Bool {
        (1...limit).contains(unicodeScalars.count)
            && !unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
