/// A master's bytes, and what their headers say. Each function returns `nil` where a header is cut or broken.
struct MasterBytes {
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
        guard let frame = jpegSegments.first(where: \.isFrame), let height = big(frame.data.lowerBound + 1, 2),
            let width = big(frame.data.lowerBound + 3, 2)
        else { return nil }
        return (width, height)
    }

    struct JPEGSegment {
        /// The second byte of its marker.
        let kind: Int
        /// Where its data are, without the length. They may end after the file does.
        let data: Range<Int>

        /// Whether it has the size of the picture.
        var isFrame: Bool { (0xC0...0xCF).contains(kind) && ![0xC4, 0xC8, 0xCC].contains(kind) }
    }

    /// The segments up to the first scan, or up to where the file is broken.
    var jpegSegments: some Sequence<JPEGSegment> {
        sequence(state: 2) { place in
            while let marker = big(place, 2), marker > 0xFF00 {
                let kind = marker & 0xFF
                if kind == 0xFF {
                    place += 1
                    continue
                }
                guard let length = big(place + 2, 2), length >= 2, kind != 0xD9, kind != 0xDA else { return nil }
                let data = place + 4..<place + 2 + length
                place = data.upperBound
                return JPEGSegment(kind: kind, data: data)
            }
            return nil
        }
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

    func text(_ place: Int, _ count: Int) -> String? {
        guard place + count <= bytes.count else { return nil }
        return String(decoding: bytes[place..<place + count], as: UTF8.self)
    }

    func big(_ place: Int, _ count: Int) -> Int? {
        guard place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    func little(_ place: Int, _ count: Int) -> Int? {
        guard place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
