import Foundation

/// Base64url without padding (RFC 4648, section 5): how keys, ids and secrets are written in JSON.
public enum Base64URL {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// `nil` unless `text` is exactly what ``encode(_:)`` would write.
    public static func decode(_ text: String) -> [UInt8]? {
        guard !text.contains("="), !text.contains("+"), !text.contains("/") else { return nil }
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: standard + padding).map(Array.init), encode(bytes) == text else {
            return nil
        }
        return bytes
    }
}
