import ShelfConfiguration
import ShelfWire

extension String {
    /// Whether the text is not empty, has at most this number of characters, and has no control or invisible
    /// characters, as configuration demands of a label.
    ///
    /// - Parameter limit: in characters as JSON Schema counts them, which are Unicode's scalars.
    func isPlain(atMost limit: Int) -> Bool {
        (1...limit).contains(unicodeScalars.count) && isReadable
    }

    /// Checks the reason that an admin gives for a change.
    ///
    /// - Throws: ``Problem`` when it says nothing, or too much.
    func checkReason() throws(Problem) {
        guard isPlain(atMost: 500) else {
            throw .badRequest("reason must say something, in 500 plain characters.")
        }
    }
}
