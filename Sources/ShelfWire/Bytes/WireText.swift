/// Encodes and decodes values that are a single string in JSON.
enum WireText {
    static func decode<Value>(
        from decoder: any Decoder, as expected: String, _ make: (String) -> Value?
    ) throws -> Value {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = make(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected \(expected)")
        }
        return value
    }

    static func encode(_ text: String, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
