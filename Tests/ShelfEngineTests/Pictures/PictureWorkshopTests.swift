import Foundation
import ShelfEngine
import ShelfModel
import ShelfTesting
import Testing

@Suite struct `Making pictures` {
    private static let isPossible = (try? PictureWorkshop(in: .temporary)) != nil

    private static func master(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return Array(try Data(contentsOf: folder.appending(path: "Masters/\(name)")))
    }

    private func prepare(_ names: [String]) async throws -> [Result<PreparedPicture, MasterFault>] {
        try await prepare(names.map(Self.master))
    }

    private func prepare(_ masters: [[UInt8]]) async throws -> [Result<PreparedPicture, MasterFault>] {
        let folder = try TemporaryFolder()
        let results = try await PictureWorkshop(in: WorkFolder(at: folder.url.appending(path: "work"))).prepare(masters)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) == ["work"])
        return results
    }

    private static func chunks(_ file: [UInt8]) -> [String] {
        var (names, place) = ([String](), 12)
        while place + 8 <= file.count {
            names.append(String(decoding: file[place..<place + 4], as: UTF8.self))
            let length = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            place += 8 + length + length % 2
        }
        return names
    }

    @Test(
        .enabled(if: isPossible),
        arguments: [
            ("lynx.png", [96, 192, 200], ["VP8X", "ALPH", "VP8 "]), ("flat.png", [96, 120], ["VP8L"]),
            ("deep.png", [96, 100], ["VP8 "]), ("ink.jpg", [96, 192, 200], ["VP8 "]),
            ("moving.gif", [96, 120], ["VP8L"]),
            ("photo.webp", [96, 192, 200], ["VP8 "]), ("polyglot.png", [96, 192, 200], ["VP8X", "ALPH", "VP8 "]),
        ])
    func `a master becomes WebP of each width up to its own, with nothing beside its pixels`(
        name: String, widths: [Int], chunks: [String]
    ) async throws {
        let picture = try #require(try await prepare([name]).first).get()
        #expect(picture.variants.map(\.width) == widths)
        for variant in picture.variants {
            #expect(try MasterHeader(variant.bytes).width == variant.width)
            #expect(Self.chunks(variant.bytes) == chunks)
            #expect(!String(decoding: variant.bytes, as: UTF8.self).contains("script"))
        }
        #expect(picture.thumbHash.bytes.count <= ThumbHash.mostBytes)
    }

    @Test(.enabled(if: isPossible))
    func `a master that can't be taken costs only itself, and is told why`() async throws {
        let names = ["lynx.png", "cut.jpg", "drawing.png", "bomb.png", "lying.png", "cut.png", "flat.png"]
        let results = try await prepare(names)
        let faults = results.map { result -> MasterFault? in
            if case .failure(let fault) = result { fault } else { nil }
        }
        #expect(
            faults == [
                nil, .broken("Premature end of JPEG file"), .unknownFormat, .tooManyPixels(30_000, 30_000),
                .broken("Not enough image data"), .cut(.png), nil,
            ])
        #expect(try results[0].get() == (try await prepare(["lynx.png"])[0].get()))
    }

    @Test(.enabled(if: isPossible), arguments: [2000, 14_000, 27_000])
    func `a master in which a byte has turned is taken for damaged`(place: Int) async throws {
        var master = try Self.master("lynx.png")
        master[place] ^= 1
        let result = try #require(try await prepare([master]).first)
        #expect(throws: MasterFault.self) { _ = try result.get() }
    }

    @Test(.enabled(if: isPossible))
    func `the largest master that is allowed fits into the child's limits`() async throws {
        let picture = try #require(try await prepare(["blown-up.png"]).first).get()
        #expect(picture.variants.map(\.width) == [96, 192, 288, 480, 720])
    }

    @Test(.enabled(if: isPossible))
    func `more masters than one process takes keep their order`() async throws {
        let names = (0..<70).map { $0 % 7 == 3 ? "flat.png" : "deep.png" }
        let widths = try await prepare(names).map { try $0.get().variants.last?.width }
        #expect(widths == names.map { $0 == "flat.png" ? 120 : 100 })
    }

    /// A process for one master has 15 seconds of the processor. It inflates these texts in twice the time.
    @Test(.enabled(if: isPossible))
    func `texts in a PNG take no time, and don't change its picture`() async throws {
        let plain = try Self.master("lynx.png")
        let text = try Self.master("text.chunk")
        let heavy = Array(plain[..<33]) + (0..<200).flatMap { _ in text } + Array(plain[33...])
        let results = try await prepare([Self.master("lying.png"), plain, heavy])
        #expect(try results[1].get() == results[2].get())
    }
}
