import HTTPTypes
import ShelfWire

/// The key that makes repeated requests count as one.
enum IdempotencyKey {
    /// - Parameter value: the field's.
    static func of(_ value: String?) throws(Problem) -> String {
        guard let key = value else { throw Problem.keyMissing }
        guard (1...64).contains(key.utf8.count), key.utf8.allSatisfy(isAllowed) else {
            throw Problem.badRequest("Idempotency-Key must be 1 to 64 of A-Z, a-z, 0-9, -, _, . and :.")
        }
        return key
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_.:".utf8.contains(byte)
        }
    }
}

extension HTTPField.Name {
    static let idempotencyKey = HTTPField.Name(PurchaseRequest.keyHeader)!
}
