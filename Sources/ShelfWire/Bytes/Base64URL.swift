/// Base64url without padding (RFC 4648, section 5): how keys, ids and secrets are written in JSON.
package enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Encodes bytes.
    ///
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
        var (bytes, bits, held) = ([UInt8](), UInt32(0), 0)
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        for digit in text.utf8 {
            let value = values[Int(digit)]
            guard value < 64 else { return nil }
            (bits, held) = (bits << 6 | UInt32(value), held + 6)
            guard held >= 8 else { continue }
            held -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
        }
        // A digit more than the bytes need, or bits that say nothing, would be a second way to write the same.
        return held < 6 && bits & (1 << UInt32(held) - 1) == 0 ? bytes : nil
    }

    /// What each byte stands for as a digit; 64 for those that are none.
    private static let values: [UInt8] = (UInt8.min ... .max).map { byte in
        digits.firstIndex(of: byte).map(UInt8.init) ?? 64
    }
}
