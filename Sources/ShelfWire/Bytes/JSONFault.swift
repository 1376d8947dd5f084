/// Where bytes stop being JSON: ``JSONGrammar``.
package struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// How many bytes come before.
    package let offset: Int
    /// What could have stood there.
    package let expected: String
    /// `nil` at the end.
    package let found: UInt8?

    /// Such as "at byte 17: expected a value, found `]`". Bytes are counted from 0.
    package var description: String { "at byte \(offset): expected \(expected), found \(foundText)" }

    private var foundText: String {
        switch found {
        case nil: "the end"
        case 0x20?: "a blank"
        case let byte? where (0x21...0x7E).contains(byte): "`\(Unicode.Scalar(byte))`"
        case let byte?: "the byte 0x\(Hex.encode([byte]))"
        }
    }
}
