/// Finds out whether a master has a colour profile (ICC) that its decoder uses.
///
/// A profile for other colours than the picture has counts as none. libpng judges a PNG's by itself, since it is
/// compressed.
enum ColourProfile {
    /// Where a profile names the kind of its colours (ICC.1, section 7.2).
    private static let space = 16..<20

    static func isUsed(of format: MasterHeader.Format, in bytes: MasterBytes) -> Bool {
        switch format {
        case .png: png(bytes)
        case .jpeg: jpeg(bytes)
        case .webp: webp(bytes)
        case .gif: false
        }
    }

    /// PNG (W3C, third edition), section 11.3.2.3: the profile comes before the palette and the pixels.
    private static func png(_ bytes: MasterBytes) -> Bool {
        var place = 8
        while let length = bytes.big(place, 4), let kind = bytes.text(place + 4, 4) {
            if kind == "iCCP" { return true }
            if ["PLTE", "IDAT", "IEND"].contains(kind) { return false }
            place += 12 + length
        }
        return false
    }

    /// ICC.1, annex B.4: segments APP2 have the profile in numbered parts. libjpeg takes those before the first scan.
    private static func jpeg(_ bytes: MasterBytes) -> Bool {
        var parts: [Int: Range<Int>] = [:]
        var components = 0
        for segment in bytes.jpegSegments {
            if segment.isFrame, let number = bytes.big(segment.data.lowerBound + 5, 1) { components = number }
            let data = segment.data
            guard segment.kind == 0xE2, data.count > 14, data.upperBound <= bytes.bytes.count,
                bytes.text(data.lowerBound, 11) == "ICC_PROFILE",
                let number = bytes.big(data.lowerBound + 12, 1), (1...100).contains(number)
            else { continue }
            parts[number] = data.lowerBound + 14..<data.upperBound
        }
        var profile: [UInt8] = []
        var number = 1
        while let part = parts[number], profile.count < space.upperBound {
            profile += bytes.bytes[part]
            number += 1
        }
        guard profile.count >= space.upperBound else { return false }
        let colours = String(decoding: profile[space], as: UTF8.self)
        return components == 1 && colours == "GRAY" || components == 3 && colours == "RGB "
    }

    /// RFC 9649, section 2.7.1: a flag of VP8X announces the profile, which is a chunk of its own.
    private static func webp(_ bytes: MasterBytes) -> Bool {
        guard bytes.text(12, 4) == "VP8X", let flags = bytes.big(20, 1), flags & 0x20 != 0,
            let length = bytes.little(4, 4)
        else { return false }
        var place = 12
        while place + 8 <= min(length + 8, bytes.bytes.count), let size = bytes.little(place + 4, 4) {
            if bytes.text(place, 4) == "ICCP" {
                return size >= space.upperBound && bytes.text(place + 8 + space.lowerBound, 4) == "RGB "
            }
            place += 8 + size + size % 2
        }
        return false
    }
}
