import ShelfModel
import Testing

@Suite struct `A PNG file` {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(data.count)] + Array(kind.utf8) + data + [1, 2, 3, 4]
    }

    @Test func `loses its texts and nothing else`() {
        let (header, pixels, end) = (Self.chunk("IHDR", [7]), Self.chunk("IDAT", [8, 9]), Self.chunk("IEND", []))
        let texts = ["tEXt", "zTXt", "iTXt"].map { Self.chunk($0, Array("made by me".utf8)) }
        let profile = Self.chunk("iCCP", [5])
        let file = Self.signature + header + texts[0] + profile + texts[1] + pixels + texts[2] + end + [42]
        #expect(PNGFile.withoutTexts(file) == Self.signature + header + profile + pixels + end + [42])
    }

    @Test(arguments: [
        [], [0xFF, 0xD8, 0xFF], signature, signature + [0, 0, 0, 9] + Array("tEXt".utf8) + [1, 2, 3, 4],
    ])
    func `that is cut, or none at all, stays as it is`(file: [UInt8]) {
        #expect(PNGFile.withoutTexts(file) == file)
    }
}
