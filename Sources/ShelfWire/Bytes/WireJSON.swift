import Foundation

/// JSON as it goes over the wire: keys sorted, so that the same value is always the same bytes.
package enum WireJSON {
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    package static func decode<Value: Decodable>(_: Value.Type, _ bytes: some Sequence<UInt8>) throws
        -> Value
    {
        try JSONDecoder().decode(Value.self, from: Data(bytes))
    }
}
