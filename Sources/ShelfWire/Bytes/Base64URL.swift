import Foundation

/// Base64url without padding (RFC 4648, section 5): how keys, ids and secrets are written in JSON.
package enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// This is written by hand because every receipt and every key is encoded here. Replacing characters of
    /// Foundation's base64 took longer than the signature.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        return String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var (bits, held, count) = (UInt32(0), 0, 0)
            for byte in bytes {
                (bits, held) = (bits << 8 | UInt32(byte), held + 8)
                while held >= 6 {
                    held -= 6
                    text[count] = digits[Int(bits >> UInt32(held) & 63)]
                    count += 1
                }
            }
            guard held > 0 else { return count }
            text[count] = digits[Int(bits << UInt32(6 - held) & 63)]
            return count + 1
        }
    }

    /// `nil` unless `text` is exactly what ``encode(_:)`` would write.
    package static func decode(_ text: String) -> [UInt8]? {
        let standard = String(
            decoding: text.utf8.map { byte -> UInt8 in
                switch byte {
                case UInt8(ascii: "-"): UInt8(ascii: "+")
                case UInt8(ascii: "_"): UInt8(ascii: "/")
                // Refuse the two other digits of standard base64, and padding.
                case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): UInt8(ascii: "!")
                default: byte
                }
            }, as: UTF8.self)
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: standard + padding).map(Array.init), encode(bytes) == text else {
            return nil
        }
        return bytes
    }
}
