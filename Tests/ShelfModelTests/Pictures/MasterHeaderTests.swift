import ShelfModel
import Testing

@Suite struct `What a master says of itself` {
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    /// Width 3, height 2, and the rest of IHDR with its checksum.
    private static let rest: [UInt8] = [0, 0, 0, 3, 0, 0, 0, 2, 8, 6, 0, 0, 0, 1, 2, 3, 4]
    private static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    private static let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 7, 1, 0, 1, 1, 0x11, 0,
    ]
    private static let gif = Array("GIF89a".utf8) + [5, 0, 2, 1]

    private static func webp(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [UInt8(12 + data.count), 0, 0, 0] + Array("WEBP\(kind)".utf8)
            + [UInt8(data.count), 0, 0, 0] + data
    }

    @Test func `is its format and its size, for each format`() throws {
        func size(_ bytes: [UInt8]) throws -> [Int] {
            let header = try MasterHeader(bytes)
            return [header.width, header.height]
        }
        #expect(try size(Self.png + Self.rest + Self.end) == [3, 2])
        #expect(try size(Self.jpeg) == [256, 7])
        #expect(try size(Self.gif) == [5, 258])
        #expect(try size(Self.webp("VP8X", [0x10, 0, 0, 0, 9, 0, 0, 0x13, 0, 0])) == [10, 20])
        #expect(try size(Self.webp("VP8L", [0x2F, 0x09, 0xC0, 0x04, 0, 0])) == [10, 20])
        #expect(try size(Self.webp("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 10, 0, 20, 0x40])) == [10, 20])
    }

    private static let profile = [UInt8](repeating: 0, count: 16) + Array("RGB ".utf8) + [1, 2, 3, 4]
    private static let greyProfile = [UInt8](repeating: 0, count: 16) + Array("GRAY".utf8) + [1, 2, 3, 4]

    private static func chunk(_ kind: String, _ data: [UInt8] = [7]) -> [UInt8] {
        [0, 0, 0, UInt8(data.count)] + Array(kind.utf8) + data + [1, 2, 3, 4]
    }

    /// A JPEG with this number of components, and these segments APP2 before its frame, or after it.
    private static func jpeg(_ components: UInt8, _ before: [[UInt8]], after: [[UInt8]] = []) -> [UInt8] {
        func segments(_ parts: [[UInt8]]) -> [UInt8] {
            parts.flatMap { [0xFF, 0xE2, 0, UInt8($0.count + 2)] + $0 }
        }
        return [0xFF, 0xD8] + segments(before) + [0xFF, 0xC0, 0, 8, 8, 0, 7, 0, 9, components] + segments(after)
            + [0xFF, 0xDA]
    }

    private static func part(_ number: UInt8, _ data: some Collection<UInt8>) -> [UInt8] {
        Array("ICC_PROFILE".utf8) + [0, number, 2] + data
    }

    @Test func `is whether it has a profile that its decoder uses`() throws {
        func hasProfile(_ master: [UInt8]) throws -> Bool { try MasterHeader(master).hasProfile }
        func png(_ kinds: String...) -> [UInt8] {
            Self.png + Self.rest + kinds.flatMap { Self.chunk($0) } + Self.end
        }
        #expect(try !hasProfile(png()))
        #expect(try hasProfile(png("gAMA", "iCCP", "IDAT")))
        #expect(try !hasProfile(png("IDAT", "iCCP")))
        #expect(try !hasProfile(png("PLTE", "iCCP")))
        #expect(try !hasProfile(Self.gif))
        #expect(try !hasProfile(Self.jpeg))
        #expect(try hasProfile(Self.jpeg(3, [Self.part(1, Self.profile)])))
        #expect(try hasProfile(Self.jpeg(1, [Self.part(1, Self.greyProfile)])))
        #expect(try !hasProfile(Self.jpeg(1, [Self.part(1, Self.profile)])))
        #expect(try !hasProfile(Self.jpeg(3, [Self.part(1, Self.greyProfile)])))
        #expect(try !hasProfile(Self.jpeg(4, [Self.part(1, Self.profile)])))
        let (head, tail) = (Self.part(1, Self.profile.prefix(14)), Self.part(2, Self.profile.suffix(10)))
        #expect(try hasProfile(Self.jpeg(3, [tail, head])))
        #expect(try !hasProfile(Self.jpeg(3, [tail])))
        #expect(try hasProfile(Self.jpeg(3, [], after: [Self.part(1, Self.profile)])))
    }

    @Test func `is that a WebP has a profile if a flag announces a chunk with one for its colours`() throws {
        func webp(flags: UInt8, _ profile: [UInt8]) -> [UInt8] {
            var file = Self.webp("VP8X", [flags, 0, 0, 0, 9, 0, 0, 0x13, 0, 0])
            file += Array("ICCP".utf8) + [UInt8(profile.count), 0, 0, 0] + profile
            file[4] = UInt8(file.count - 8)
            return file
        }
        #expect(try MasterHeader(webp(flags: 0x20, Self.profile)).hasProfile)
        #expect(try !MasterHeader(webp(flags: 0, Self.profile)).hasProfile)
        #expect(try !MasterHeader(webp(flags: 0x20, Self.greyProfile)).hasProfile)
        #expect(try !MasterHeader(webp(flags: 0x20, [])).hasProfile)
    }

    @Test func `is refused with what is wrong`() {
        func fault(_ bytes: [UInt8]) -> MasterFault? {
            do throws(MasterFault) {
                _ = try MasterHeader(bytes)
                return nil
            } catch {
                return error
            }
        }
        #expect(fault(Array("<svg/>".utf8)) == .unknownFormat)
        #expect(fault([]) == .empty)
        #expect(fault([UInt8](repeating: 0, count: 20_000_001)) == .tooManyBytes(20_000_001))
        #expect(fault(Self.png + Self.rest) == .cut(.png))
        #expect(fault(Self.png) == .noSize(.png))
        #expect(fault(Self.jpeg.dropLast(12) + []) == .noSize(.jpeg))
        #expect(fault(Array(Self.webp("VP8X", [0x10, 0, 0, 0, 9, 0, 0, 0x13, 0, 0, 0]).dropLast())) == .cut(.webp))
        let bomb: [UInt8] = [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 6, 0, 0, 0, 1, 2, 3, 4]
        #expect(fault(Self.png + bomb + Self.end) == .tooManyPixels(30_000, 30_000))
        let longest: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 8, 6, 0, 0, 0, 1, 2, 3, 4]
        #expect(fault(Self.png + longest + Self.end) == .tooManyPixels(2_147_483_647, 2_147_483_647))
    }
}
