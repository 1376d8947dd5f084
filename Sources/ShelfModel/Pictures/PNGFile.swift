/// A PNG file (W3C, third edition): a signature, then chunks, each with its length, its kind, data and a checksum.
package enum PNGFile {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Section 11.3.3. Some are compressed, and to inflate hundreds of them takes a decoder longer than the pixels.
    private static let texts: Set<String> = ["tEXt", "zTXt", "iTXt"]

    /// The file without texts, which say nothing of its pixels.
    ///
    /// - Parameter file: what isn't a PNG stays as it is, and so does what follows a chunk whose end is missing.
    package static func withoutTexts(_ file: [UInt8]) -> [UInt8] {
        guard file.starts(with: signature) else { return file }
        var (bare, place) = (signature, signature.count)
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = place + 12 + length
            guard end <= file.count else { break }
            let kind = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
            if !texts.contains(kind) { bare += file[place..<end] }
            place = end
        }
        return bare + file[place...]
    }
}
