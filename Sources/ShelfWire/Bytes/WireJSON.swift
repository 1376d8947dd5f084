import Foundation

/// JSON as it goes over the wire: keys sorted, so that the same value is always the same bytes.
package enum WireJSON {
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// - Throws: also when the bytes are not UTF-8; left to itself the decoder takes UTF-16 and broken text.
    package static func decode<Value: Decodable>(_: Value.Type, _ bytes: some Sequence<UInt8>) throws
        -> Value
    {
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "expected JSON in UTF-8"))
        }
        return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
