/// The code by which others invite a player whose number they don't know: 80 random bits.
///
/// As text it has 16 digits of Crockford's Base32 and a check digit, so that a mistyped code is recognized before anybody
/// is asked.
package struct FriendCode: Hashable, Sendable {
    package static let length = 10

    /// 10 bytes.
    package let bytes: [UInt8]

    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// - Returns: `nil` unless there are 10 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Reads a code as a person types it: small letters, blanks and hyphens are allowed, O is 0, and I and L are 1.
    ///
    /// - Returns: `nil` when it has another length, another character, or the wrong check digit.
    package init?(text: String) {
        var values: [UInt8] = []
        for character in text.uppercased() where !"- ".contains(character) {
            let digit: Character = character == "O" ? "0" : "IL".contains(character) ? "1" : character
            guard let value = Self.digits.firstIndex(of: digit), values.count < 17 else { return nil }
            values.append(UInt8(value))
        }
        guard values.count == 17, values.last == Self.check(of: values.dropLast()) else { return nil }
        var (bytes, bits, held): ([UInt8], UInt32, Int) = ([], 0, 0)
        for value in values.dropLast() {
            (bits, held) = (bits << 5 | UInt32(value), held + 5)
            guard held >= 8 else { continue }
            held -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
        }
        self.bytes = bytes
    }

    /// Such as `7ZK4-09QX-M2HD-V8CE-R`.
    package var text: String {
        var (values, bits, held): ([UInt8], UInt32, Int) = ([], 0, 0)
        for byte in bytes {
            (bits, held) = (bits << 8 | UInt32(byte), held + 8)
            while held >= 5 {
                held -= 5
                values.append(UInt8(bits >> UInt32(held) & 31))
            }
        }
        values.append(Self.check(of: values[...]))
        return values.indices.map { ($0 > 0 && $0 % 4 == 0 ? "-" : "") + String(Self.digits[Int(values[$0])]) }
            .joined()
    }

    /// The values are the coefficients of a polynomial over the field with 32 elements, and this is its value at a
    /// generator. So one wrong digit changes it, and so does the exchange of any two different ones.
    private static func check(of values: ArraySlice<UInt8>) -> UInt8 {
        values.reduce(0) { doubled($0 ^ $1) }
    }

    /// Multiplies by the generator, modulo x^5 + x^2 + 1.
    private static func doubled(_ value: UInt8) -> UInt8 {
        let shifted = value << 1
        return shifted < 32 ? shifted : (shifted & 31) ^ 0b00101
    }
}
