import ShelfModel

/// Pixels in libvips' own format, which holds them as they are: a header of 64 bytes, then the rows.
enum VipsPixels {
    private static let magic: [UInt8] = [0xB6, 0xA6, 0xF2, 0x08]
    private static let headerBytes = 64
    /// `VIPS_FORMAT_UCHAR` and `VIPS_INTERPRETATION_sRGB` are written by number.
    private static let bitsOfByte: Int32 = 8
    private static let srgb: Int32 = 22

    /// - Parameters:
    ///   - mostWidth: in pixels.
    ///   - mostHeight: in pixels.
    /// - Returns: the picture in red, green and blue, with alpha where it has one; `nil` for anything but a whole picture
    ///   of bytes, with one or two of them for each pixel where it is grey, and else three or four.
    static func read(_ file: [UInt8], mostWidth: Int, mostHeight: Int) -> PixelGrid? {
        guard file.count > headerBytes, file.starts(with: magic) else { return nil }
        let (width, height, bytesInPixel, format) = (word(file, 4), word(file, 8), word(file, 12), word(file, 20))
        guard (1...mostWidth).contains(width), (1...mostHeight).contains(height), (1...4).contains(bytesInPixel),
            format == 0,
            file.count >= headerBytes + width * height * bytesInPixel
        else { return nil }
        let end = headerBytes + width * height * bytesInPixel
        let bytes = file[headerBytes..<end]
        guard bytesInPixel < 3 else {
            return PixelGrid(width: width, height: height, bytesInPixel: bytesInPixel, bytes: Array(bytes))
        }
        return PixelGrid(
            width: width, height: height, bytesInPixel: bytesInPixel + 2, bytes: coloured(bytes, bytesInPixel))
    }

    /// Grey is the same red, green and blue.
    private static func coloured(_ grey: ArraySlice<UInt8>, _ bytesInPixel: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(grey.count / bytesInPixel * (bytesInPixel + 2))
        for pixel in stride(from: grey.startIndex, to: grey.endIndex, by: bytesInPixel) {
            bytes += [grey[pixel], grey[pixel]]
            bytes += grey[pixel..<pixel + bytesInPixel]
        }
        return bytes
    }

    /// The picture and nothing else: no profile, no comment, no date.
    static func write(_ grid: PixelGrid) -> [UInt8] {
        let words = [Int32(grid.width), Int32(grid.height), Int32(grid.bytesInPixel), bitsOfByte, 0, 0, srgb]
        var header = magic + words.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
        let resolution = withUnsafeBytes(of: Float(1).bitPattern.littleEndian, Array.init)
        header += resolution + resolution
        header += [UInt8](repeating: 0, count: headerBytes - header.count)
        return header + grid.bytes
    }

    private static func word(_ file: [UInt8], _ place: Int) -> Int {
        file[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
