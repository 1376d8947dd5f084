/// A WebP file (RFC 9649): chunks, each with its name, its length, and data that is filled up to an even length.
package enum WebPFile {
    private static let headerBytes = 12
    /// In the flags of VP8X.
    private static let hasAlpha: UInt8 = 0x10

    /// The file with nothing in it but the picture: no profile, no EXIF, no XMP.
    ///
    /// - Parameter file: of an encoder of ours. What isn't a WebP stays as it is.
    package static func bare(_ file: [UInt8]) -> [UInt8] {
        guard file.count >= headerBytes, file.starts(with: Array("RIFF".utf8)) else { return file }
        var chunks: [UInt8] = []
        var place = headerBytes
        while place + 8 <= file.count {
            let length = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            let end = min(place + 8 + length + length % 2, file.count)
            var chunk = Array(file[place..<end])
            switch String(decoding: chunk.prefix(4), as: UTF8.self) {
            case "VP8X":
                // Only a file with a chunk for alpha has to begin with this.
                chunk[8] &= hasAlpha
                if chunk[8] != 0 { chunks += chunk }
            case "VP8 ", "VP8L", "ALPH": chunks += chunk
            default: break
            }
            place = end
        }
        let length = withUnsafeBytes(of: UInt32(chunks.count + 4).littleEndian, Array.init)
        return Array("RIFF".utf8) + length + Array("WEBP".utf8) + chunks
    }
}
