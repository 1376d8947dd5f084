import ShelfModel

/// Reads the fields of signed data, and throws when one is missing or out of its range.
enum SignedField {
    /// The end of the year 9999, in milliseconds since the epoch.
    private static let latest: Int64 = 253_402_300_799_999

    static func required<Value>(_ value: Value?, _ name: String) throws(AppStoreError) -> Value {
        guard let value else { throw .field(name) }
        return value
    }

    /// 1 to 255 visible ASCII characters, which is all that Apple's identifiers consist of.
    static func identifier(_ value: String?, _ name: String) throws(AppStoreError) -> String {
        let text = try required(value, name)
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw .field(name)
        }
        return text
    }

    /// - Parameter value: milliseconds since the epoch.
    static func instant(_ value: Int64?, _ name: String) throws(AppStoreError) -> Instant {
        Instant(milliseconds: try number(value, in: 0...latest, name))
    }

    static func number(_ value: Int64?, in range: ClosedRange<Int64>, _ name: String) throws(AppStoreError) -> Int64 {
        let number = try required(value, name)
        guard range.contains(number) else { throw .field(name) }
        return number
    }
}
