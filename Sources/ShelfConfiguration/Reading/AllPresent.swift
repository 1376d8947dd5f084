extension Sequence {
    /// What is in the elements, when something is in all of them.
    func allPresent<Value>() -> [Value]? where Element == Value? {
        var values: [Value] = []
        for element in self {
            guard let element else { return nil }
            values.append(element)
        }
        return values
    }
}
