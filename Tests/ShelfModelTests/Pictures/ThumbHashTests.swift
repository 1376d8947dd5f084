import ShelfModel
import Testing

@Suite struct `A picture in 25 bytes` {
    private static func grid(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [Int]) -> PixelGrid {
        let pixels = (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y).map { UInt8($0) } } }
        return PixelGrid(
            width: width, height: height, bytesInPixel: pixels.count / (width * height), bytes: pixels)
    }

    private static func hex(_ grid: PixelGrid) -> String {
        ThumbHash(grid).bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// What the format's own encoder makes of the same pixels.
    @Test func `is written as others write it, with alpha and without`() {
        let curve = Self.grid(60, 40) { x, y in [(x * x + 3 * y) % 256, (y * y + x) % 256, (x * y + 7) % 256] }
        #expect(Self.hex(curve) == "1d18060d864254545066776187387783fc9777d5f7")
        let circle = Self.grid(40, 80) { x, y in
            [200, x * 3, y * 2, (x - 20) * (x - 20) + (y - 40) * (y - 40) < 300 ? 255 : 0]
        }
        #expect(Self.hex(circle) == "9c19830b0234808589ee77807df77777476787888089b7")
        let clear = Self.grid(5, 5) { _, _ in [0, 0, 0, 0] }
        #expect(Self.hex(clear) == "00088205000000000000000000000000000000000000000000")
    }

    @Test(arguments: [(720, 480), (480, 720), (2880, 720), (3, 1000), (720, 720)])
    func `of a large picture has at most 25 bytes, too`(width: Int, height: Int) {
        let grid = Self.grid(width, height) { [$0 % 256, $1 % 256, 9, $0 % 7 == 0 ? 0 : 255] }
        #expect(ThumbHash(grid).bytes.count <= 25)
    }

    @Test func `colours are counted with their alpha`() {
        let grid = Self.grid(16, 16) { [$0 * 16, $1 * 16, 0, 255] }
        #expect(grid.hasColours(atMost: 256) && !grid.hasColours(atMost: 255))
        let faded = Self.grid(16, 16) { [0, 0, 0, $0 + 16 * $1] }
        #expect(!faded.hasColours(atMost: 255))
    }

    @Test(arguments: [
        (50, [50]), (96, [96]), (97, [96, 97]), (500, [96, 192, 288, 480, 500]), (720, [96, 192, 288, 480, 720]),
        (4000, [96, 192, 288, 480, 720]),
    ])
    func `is kept at no width beyond its own`(width: Int, widths: [Int]) {
        #expect(PictureLadder.widths(upTo: width) == widths)
    }

    @Test func `a WebP keeps nothing but the picture`() {
        let file =
            Array("RIFF".utf8) + [52, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0x38] + [
                0, 0, 0, 9, 0, 0, 9, 0, 0,
            ]
            + Array("EXIF".utf8) + [3, 0, 0, 0, 1, 2, 3, 0] + Array("VP8L".utf8) + [2, 0, 0, 0, 7, 8]
        let bare =
            Array("RIFF".utf8) + [32, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0x10] + [
                0, 0, 0, 9, 0, 0, 9, 0, 0,
            ]
            + Array("VP8L".utf8) + [2, 0, 0, 0, 7, 8]
        #expect(WebPFile.bare(file) == bare)
    }
}
