/// The rules for what a vault holds.
package enum SecretName {
    package static let lengthAtMost = 64
    package static let expected =
        "1 to \(lengthAtMost) small letters, digits, dots, dashes and underscores, and the first a letter or a digit"

    package static func isValid(_ name: String) -> Bool {
        guard (1...lengthAtMost).contains(name.utf8.count), let first = name.utf8.first else { return false }
        return isLetter(first) && name.utf8.allSatisfy { isLetter($0) || [0x2d, 0x2e, 0x5f].contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
