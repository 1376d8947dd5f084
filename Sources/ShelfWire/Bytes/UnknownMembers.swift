/// Refuses JSON objects with members that aren't known. Most messages ignore these, so that senders may be newer; a
/// message of which a misspelt member would do harm doesn't.
enum UnknownMembers {
    private struct Member: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    static func refuse(in decoder: any Decoder, except known: [String]) throws {
        let members = try decoder.container(keyedBy: Member.self).allKeys
        guard let other = members.first(where: { !known.contains($0.stringValue) }) else { return }
        throw DecodingError.dataCorruptedError(
            forKey: other, in: try decoder.container(keyedBy: Member.self),
            debugDescription: "it is none of \(known.joined(separator: ", "))")
    }
}

extension KeyedDecodingContainer {
    /// Returns `nil` for a member that is missing, and throws for one that is null, which somebody may have meant to
    /// have a value.
    func decodeUnlessMissing<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value? {
        contains(key) ? try decode(Value.self, forKey: key) : nil
    }
}
