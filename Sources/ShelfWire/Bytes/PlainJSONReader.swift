/// Reads a JSON object of the plainest kind: names and texts without escapes, and whole numbers. It doesn't read
/// everything that is JSON; what it doesn't read is left to a decoder, which also says what is wrong.
package struct PlainJSONReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// - Parameter member: reads the value of a member; returns whether it could.
    /// - Returns: whether the bytes are one such object with at least one member, and nothing else.
    package mutating func object(_ member: (_ name: UnsafeRawBufferPointer, inout Self) -> Bool) -> Bool {
        guard skip("{") else { return false }
        repeat {
            guard let name = text(), skip(":"), member(name, &self) else { return false }
        } while skip(",")
        guard skip("}") else { return false }
        skipBlanks()
        return position == bytes.count
    }

    /// - Returns: the bytes between the quotes, which are printable ASCII; `nil` for any other value.
    package mutating func text() -> UnsafeRawBufferPointer? {
        guard skip("\"") else { return nil }
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            guard (0x20...0x7E).contains(bytes[position]), bytes[position] != UInt8(ascii: "\\") else { return nil }
            position += 1
        }
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    /// - Returns: `nil` for any other value than a whole number that isn't negative and has at most 18 digits.
    package mutating func number() -> Int? {
        skipBlanks()
        let start = position
        var number = 0
        while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - start < 18 {
            number = number * 10 + Int(bytes[position] - 0x30)
            position += 1
        }
        let hasExtraZero = position - start > 1 && bytes[start] == 0x30
        guard position > start, position < bytes.count, !hasExtraZero else { return nil }
        switch bytes[position] {
        // The number goes on, or has a fraction or an exponent.
        case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
        default: return number
        }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }
}
