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
    /// Whether it says how its colours are meant. Without a profile they are those of sRGB.
    package let hasProfile: Bool

    /// - Throws: ``MasterFault``.
    package init(_ bytes: [UInt8]) throws(MasterFault) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.mostBytes else { throw .tooManyBytes(bytes.count) }
        guard let format = Self.format(bytes) else { throw .unknownFormat }
        let reader = MasterBytes(bytes)
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
        hasProfile = ColourProfile.isUsed(of: format, in: reader)
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
