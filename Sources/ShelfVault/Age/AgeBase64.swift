import Foundation

/// Base64 as the header has it: without padding, and in one way only.
enum AgeBase64 {
    static func encode(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }

    /// `nil` unless `text` is exactly what ``encode(_:)`` would write.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding), encode(Array(data)) == text else { return nil }
        return Array(data)
    }
}
