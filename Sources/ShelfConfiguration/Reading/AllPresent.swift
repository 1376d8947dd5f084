extension Sequence {
    /// Returns the unwrapped elements, or `nil` when one of them is `nil`.
    func allPresent<Value>() -> [Value]? where Element == Value? {
        var values: [Value] = []
        for element in self {
            guard let element else { return nil }
            values.append(element)
        }
        return values
    }
}
