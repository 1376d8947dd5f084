import Crypto
import CryptoExtras
import Foundation
package import ShelfConfiguration

/// Reads files for old clients, as such a client does.
package enum LegacyText {
    /// Returns a file's JSON; `nil` when it isn't one of this key.
    ///
    /// - Parameter bytes: the Base64.
    package static func json(in bytes: [UInt8], _ key: LegacyKey) -> String? {
        guard let sealed = Data(base64Encoded: Data(bytes)),
            let vector = try? AES._CBC.IV(ivBytes: [UInt8](repeating: 0, count: 16)),
            let json = try? AES._CBC.decrypt(sealed, using: SymmetricKey(data: key.bytes), iv: vector)
        else { return nil }
        return String(validating: json, as: UTF8.self)
    }
}
