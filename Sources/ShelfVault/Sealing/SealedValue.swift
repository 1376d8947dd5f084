import Foundation

/// A value as a sealed column holds it.
///
/// It has a byte for the form, then the numbers of the wrapping key and of the day, four bytes each with the highest
/// first, and then the nonce, the ciphertext and the tag of AES-GCM. In a column of text it is written in base64 behind a
/// mark that no other text begins with.
package struct SealedValue: Hashable, Sendable {
    private static let form: UInt8 = 1
    private static let headBytes = 9
    private static let leastBytes = headBytes + 12 + 16
    private static let mark: Character = "\u{1}"

    let wrappingKey: UInt32
    /// The day since 1970, modulo 2^32.
    let day: UInt32
    /// Nonce, ciphertext and tag.
    let box: [UInt8]

    init(wrappingKey: UInt32, day: UInt32, box: [UInt8]) {
        (self.wrappingKey, self.day, self.box) = (wrappingKey, day, box)
    }

    /// Reads a value; `nil` for one that isn't sealed.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.leastBytes, bytes[0] == Self.form else { return nil }
        func number(at index: Int) -> UInt32 { bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        self.init(wrappingKey: number(at: 1), day: number(at: 5), box: Array(bytes[Self.headBytes...]))
    }

    init?(_ text: String) {
        guard text.first == Self.mark, let data = Data(base64Encoded: String(text.dropFirst())) else { return nil }
        self.init(Array(data))
    }

    package var bytes: [UInt8] {
        func bytes(of number: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
        }
        return [Self.form] + bytes(of: wrappingKey) + bytes(of: day) + box
    }

    var text: String { "\(Self.mark)\(Data(bytes).base64EncodedString())" }

    /// What every value begins with that is sealed under a wrapping key: as bytes, and as text. The text's last letter
    /// has the two highest bits of the day, which are zero for some millions of years.
    package static func beginning(wrappingKey number: UInt32) -> (bytes: [UInt8], text: String) {
        let whole = SealedValue(wrappingKey: number, day: 0, box: [])
        return (Array(whole.bytes.prefix(5)), String(whole.text.prefix(8)))
    }

    /// The number of the wrapping key under which a value is sealed; `nil` for one that isn't sealed.
    package static func wrappingKey(of bytes: [UInt8]) -> UInt32? { SealedValue(bytes)?.wrappingKey }

    package static func wrappingKey(of text: String) -> UInt32? { SealedValue(text)?.wrappingKey }
}
