import Foundation

/// JSON as it goes over the wire: keys sorted, so that the same value is always the same bytes.
package enum WireJSON {
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// - Throws: the decoder's error. For bytes that ``JSONGrammar`` doesn't take it says that they are corrupted, above
    ///   a ``JSONFault``: the decoder alone would accept UTF-16, and nearly anything in members that it doesn't read.
    package static func decode<Value: Decodable>(_: Value.Type, _ bytes: some Sequence<UInt8>) throws
        -> Value
    {
        let json = Data(bytes)
        if let fault = json.withUnsafeBytes(JSONGrammar.fault(in:)) {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "\(fault)", underlyingError: fault))
        }
        return try JSONDecoder().decode(Value.self, from: json)
    }
}
