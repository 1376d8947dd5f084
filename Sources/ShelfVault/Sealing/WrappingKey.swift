import Foundation

/// The names of wrapping keys in a vault, and their form.
///
/// A wrapping key is 32 random bytes in base64url. They are numbered from 1 on, and a new one has the next number.
package enum WrappingKey {
    package static let bytes = 32
    private static let prefix = "wrapping-key-"

    package static func name(_ number: UInt32) -> String { "\(prefix)\(number)" }

    /// - Returns: `nil` for the name of another secret.
    package static func number(of name: String) -> UInt32? {
        guard name.hasPrefix(prefix), let number = UInt32(name.dropFirst(prefix.count)), number > 0,
            Self.name(number) == name
        else { return nil }
        return number
    }

    /// Draws a key.
    static func drawn() -> String {
        var generator = SystemRandomNumberGenerator()
        let drawn = (0..<bytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Data(drawn).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    static func read(_ text: String) -> [UInt8]? {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        guard text.utf8.count == 43, let data = Data(base64Encoded: base64 + "="), data.count == bytes else {
            return nil
        }
        return Array(data)
    }
}

extension Vault {
    /// The wrapping keys, by their numbers.
    package var wrappingKeys: [UInt32: [UInt8]] {
        get throws(WrappingKeyError) {
            var keys: [UInt32: [UInt8]] = [:]
            for (name, text) in secrets {
                guard let number = WrappingKey.number(of: name) else { continue }
                guard let key = WrappingKey.read(text) else { throw .malformed(number) }
                keys[number] = key
            }
            return keys
        }
    }

    /// Draws the next wrapping key.
    ///
    /// - Returns: its number.
    package mutating func addWrappingKey() throws -> UInt32 {
        let number = (try wrappingKeys.keys.max() ?? 0) + 1
        try add(WrappingKey.name(number), WrappingKey.drawn())
        return number
    }
}

/// Why a vault's wrapping keys can't be used.
package enum WrappingKeyError: Error, Hashable, CustomStringConvertible {
    case malformed(UInt32)
    /// The server knows another key of this number.
    case changed(UInt32)
    /// The vault has none.
    case missing

    package var description: String {
        switch self {
        case .malformed(let number):
            """
            “\(WrappingKey.name(number))” of the vault isn't a wrapping key; expected 32 bytes in base64url, 43 characters \
            without =
            """
        case .changed(let number):
            """
            “\(WrappingKey.name(number))” of the vault isn't the one that this server knows; give all servers the same file, \
            and never change a wrapping key
            """
        case .missing:
            """
            the vault has no wrapping key, so no database is sealed by it; put back the vault that yours was sealed by. \
            `shelflife vault adopt` seals one that never was
            """
        }
    }
}
