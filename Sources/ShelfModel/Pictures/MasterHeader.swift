/// What a master says of its size, and whether it is whole. It is read before anything is decoded.
package struct MasterHeader: Hashable, Sendable {
    package enum Format: String, Hashable, Sendable {
        case png = "PNG"
        case jpeg = "JPEG"
        case webp = "WebP"
        case gif = "GIF"

        /// How a file's name ends, without the point.
        package var suffix: String {
            switch self {
            case .png: "png"
            case .jpeg: "jpg"
            case .webp: "webp"
            case .gif: "gif"
            }
        }
    }

    package static let mostBytes = 20_000_000
    package static let mostPixels = 40_000_000
    /// Of either side, since long and narrow pictures take long to decode.
    package static let mostSide = 20_000

    package let format: Format
    package let width: Int
    package let height: Int

    /// - Throws: ``MasterFault``.
    package init(_ bytes: [UInt8]) throws(MasterFault) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.mostBytes else { throw .tooManyBytes(bytes.count) }
        guard let format = Self.format(bytes) else { throw .unknownFormat }
        let reader = ByteReader(bytes)
        let size =
            switch format {
            case .png: reader.png()
            case .gif: reader.gif()
            case .webp: reader.webp()
            case .jpeg: reader.jpeg()
            }
        guard let (width, height) = size, width > 0, height > 0 else { throw .noSize(format) }
        guard max(width, height) <= Self.mostSide, width * height <= Self.mostPixels else {
            throw .tooManyPixels(width, height)
        }
        guard reader.isWhole(format) else { throw .cut(format) }
        (self.format, self.width, self.height) = (format, width, height)
    }

    /// How the names of masters end, in lower case.
    package static let suffixes: Set<String> = ["png", "jpg", "jpeg", "webp", "gif"]
    /// How the names of pictures end that aren't taken.
    package static let otherSuffixes: Set<String> = [
        "svg", "bmp", "tif", "tiff", "avif", "heic", "heif", "jxl", "psd", "ico", "pdf",
    ]

    /// Whether a file is called as a picture is, of a kind that is taken or not.
    package static func isPicture(_ name: String) -> Bool {
        suffixes.union(otherSuffixes).contains(suffix(name))
    }

    /// How a file's name ends, in lower case.
    package static func suffix(_ name: String) -> String {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }

    private static func format(_ bytes: [UInt8]) -> Format? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) { return .gif }
        let isWebP = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        return isWebP ? .webp : nil
    }
}

/// Why a master can't be taken.
package enum MasterFault: Error, Hashable, Sendable {
    case empty
    case unknownFormat
    case tooManyBytes(Int)
    /// Width and height.
    case tooManyPixels(Int, Int)
    /// Its first bytes don't say how large it is.
    case noSize(MasterHeader.Format)
    /// Bytes are missing at its end.
    case cut(MasterHeader.Format)
    /// It can't be decoded, with what the decoder says.
    case broken(String)
}

extension MasterFault: CustomStringConvertible {
    package var description: String { "\(found); \(advice)" }

    /// What is wrong with it.
    package var found: String {
        switch self {
        case .empty: "it is empty"
        case .unknownFormat: "it is no picture of a known kind"
        case .tooManyBytes(let bytes): "it has \(bytes) bytes"
        case .tooManyPixels(let width, let height): "it has \(width) × \(height) pixels"
        case .noSize(let format): "it begins like a \(format.rawValue) and doesn't say how large it is"
        case .cut(let format): "it is a \(format.rawValue) whose end is missing"
        case .broken(let why): "it can't be read to its end (\(why))"
        }
    }

    private var advice: String {
        switch self {
        case .unknownFormat: "expected PNG, JPEG, WebP or GIF"
        case .tooManyBytes: "expected at most \(MasterHeader.mostBytes / 1_000_000) MB"
        case .tooManyPixels:
            """
            expected at most \(MasterHeader.mostPixels / 1_000_000) million, and no side longer than \
            \(MasterHeader.mostSide)
            """
        case .noSize, .broken: "export it again"
        case .empty, .cut: "copy or export it again"
        }
    }
}

/// Reads sizes from the headers of pictures. Each returns `nil` where a header is cut or broken.
private struct ByteReader {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// PNG (W3C, third edition), section 11.2.2: IHDR is the first chunk.
    func png() -> (Int, Int)? {
        guard text(12, 4) == "IHDR", let width = big(16, 4), let height = big(20, 4) else { return nil }
        return (width, height)
    }

    /// GIF89a, section 18: the logical screen.
    func gif() -> (Int, Int)? {
        guard let width = little(6, 2), let height = little(8, 2) else { return nil }
        return (width, height)
    }

    /// RFC 9649, section 2: the first chunk is VP8X, VP8L or VP8.
    func webp() -> (Int, Int)? {
        switch text(12, 4) {
        case "VP8X":
            guard let width = little(24, 3), let height = little(27, 3) else { return nil }
            return (width + 1, height + 1)
        case "VP8L":
            guard bytes.count > 24, bytes[20] == 0x2F, let bits = little(21, 4) else { return nil }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case "VP8 ":
            guard little(23, 3) == 0x2A019D, let width = little(26, 2), let height = little(28, 2) else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        default: return nil
        }
    }

    /// ITU-T T.81, annex B: the frame header follows segments of other kinds.
    func jpeg() -> (Int, Int)? {
        var place = 2
        while let marker = big(place, 2), marker > 0xFF00 {
            let kind = marker & 0xFF
            if kind == 0xFF {
                place += 1
                continue
            }
            guard let length = big(place + 2, 2), length >= 2, kind != 0xD9, kind != 0xDA else { return nil }
            let isFrame = (0xC0...0xCF).contains(kind) && ![0xC4, 0xC8, 0xCC].contains(kind)
            if isFrame {
                guard let height = big(place + 5, 2), let width = big(place + 7, 2) else { return nil }
                return (width, height)
            }
            place += 2 + length
        }
        return nil
    }

    /// Whether all bytes are there that the header announces. JPEG and GIF announce none, so their decoder says it.
    func isWhole(_ format: MasterHeader.Format) -> Bool {
        switch format {
        case .png: hasEveryChunk()
        case .webp: little(4, 4).map { $0 <= bytes.count - 8 } ?? false
        case .jpeg, .gif: true
        }
    }

    /// PNG, section 5.3: chunks follow each other up to IEND, each with its length, kind, data and checksum.
    private func hasEveryChunk() -> Bool {
        var place = 8
        while let length = big(place, 4), let kind = text(place + 4, 4), place + 12 + length <= bytes.count {
            if kind == "IEND" { return true }
            place += 12 + length
        }
        return false
    }

    private func text(_ place: Int, _ count: Int) -> String? {
        guard place + count <= bytes.count else { return nil }
        return String(decoding: bytes[place..<place + count], as: UTF8.self)
    }

    private func big(_ place: Int, _ count: Int) -> Int? {
        guard place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private func little(_ place: Int, _ count: Int) -> Int? {
        guard place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
