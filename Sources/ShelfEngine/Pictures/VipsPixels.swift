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
    /// - Returns: `nil` for anything but a whole picture of bytes with three or four of them for each pixel.
    static func read(_ file: [UInt8], mostWidth: Int, mostHeight: Int) -> PixelGrid? {
        guard file.count > headerBytes, file.starts(with: magic) else { return nil }
        let (width, height, bytesInPixel, format) = (word(file, 4), word(file, 8), word(file, 12), word(file, 20))
        guard (1...mostWidth).contains(width), (1...mostHeight).contains(height), (3...4).contains(bytesInPixel),
            format == 0,
            file.count >= headerBytes + width * height * bytesInPixel
        else { return nil }
        let end = headerBytes + width * height * bytesInPixel
        return PixelGrid(
            width: width, height: height, bytesInPixel: bytesInPixel, bytes: Array(file[headerBytes..<end]))
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
