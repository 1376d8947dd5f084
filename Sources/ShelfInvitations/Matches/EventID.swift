/// The id of an event of the player's stream: a number that counts up, behind what names the server's incarnation, such
/// as `1-70`.
struct EventID: Hashable, Sendable {
    private let run: Substring
    private let number: UInt64

    /// `nil` when the text doesn't end with a number.
    init?(_ text: String) {
        let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard let number = UInt64(text.suffix(digits)) else { return nil }
        run = text.dropLast(digits)
        self.number = number
    }

    /// Whether this was told when `other` was. Ids of two incarnations can't be compared.
    func isOld(after other: EventID) -> Bool { run == other.run && number <= other.number }
}
