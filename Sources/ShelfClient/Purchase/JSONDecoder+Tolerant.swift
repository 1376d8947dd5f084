import Foundation

extension JSONDecoder {
    /// Reads a value; gives `nil` when the data is damaged.
    static func tolerant<Value: Decodable>(_: Value.Type, from data: Data) throws -> Value? {
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch is DecodingError {
            return nil
        }
    }
}
