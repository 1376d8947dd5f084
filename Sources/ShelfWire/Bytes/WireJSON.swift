import Foundation

/// JSON as it goes over the wire: keys sorted, so that the same value is always the same bytes.
package enum WireJSON {
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// - Throws: the decoder's error; also for bytes that aren't valid UTF-8, because the decoder alone would accept
    ///   UTF-16 and broken text.
    package static func decode<Value: Decodable>(_: Value.Type, _ bytes: some Sequence<UInt8>) throws
        -> Value
    {
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "expected JSON in UTF-8"))
        }
        return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
