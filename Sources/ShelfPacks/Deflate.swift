import CZlib

/// zlib's format (RFC 1950). It states no length, so its reader has to know the length already.
enum Deflate {
    /// In the smallest form, since it is made once and sent often.
    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(uLong(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(length))
        let status = compress2(&output, &length, bytes, uLong(bytes.count), Z_BEST_COMPRESSION)
        precondition(status == Z_OK, "zlib compresses whatever fits into memory")
        return Array(output.prefix(Int(length)))
    }

    /// - Returns: `nil` unless it inflates to exactly this number of bytes. Inflating stops there.
    static func inflated(_ bytes: [UInt8], to count: Int) -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: max(count, 1))
        var (length, read) = (uLong(count), uLong(bytes.count))
        guard uncompress2(&output, &length, bytes, &read) == Z_OK, length == count, read == bytes.count else {
            return nil
        }
        return Array(output.prefix(count))
    }
}
