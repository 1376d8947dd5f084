/// Unsigned integers as the wire has them, most significant byte first.
package enum BigEndian {
    package static func bytes<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }

    /// The number at the beginning of `bytes`, which must be long enough.
    package static func read<Number: FixedWidthInteger & UnsignedInteger>(
        _: Number.Type = Number.self, _ bytes: ArraySlice<UInt8>
    ) -> Number {
        bytes.prefix(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number($1) }
    }
}
