import CZlib

/// Compresses content for `Content-Encoding: gzip` (RFC 1952), with zlib.
package enum Gzip {
    /// The smallest form. It is made once for each file, so the time doesn't matter.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let begun = deflateInit2_(
            &stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzipHeader, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size))
        guard begun == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var source = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))))
        let ended = source.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (source.baseAddress, uInt(source.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(output.count))
                return deflate(&stream, Z_FINISH)
            }
        }
        guard ended == Z_STREAM_END else { return nil }
        return Array(output.prefix(Int(stream.total_out)))
    }

    /// Added to the size of the window, it asks for a gzip header (zlib's manual, `deflateInit2`).
    private static let gzipHeader: CInt = 16
    private static let memory: CInt = 9
}
