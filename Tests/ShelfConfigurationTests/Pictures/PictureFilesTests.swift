import Foundation
import ShelfConfiguration
import ShelfModel
import ShelfWire
import Testing

@Suite struct `Pictures beside a catalogue` {
    /// The head of a PNG, and its end.
    private static func png(_ width: UInt8) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 2, width, 0, 0, 0, 9, 8, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + Array("IEND".utf8) + [0, 0, 0, 0]
    }

    private func load(
        pictures: [String: [UInt8]], columns: String = "", koi: String = "", cardBytes: Int = 256
    ) throws -> Result<CheckedFiles, ConfigurationProblems> {
        let folder = try TemporaryFolder()
        let rows = (1...60).map { "item-\($0),Item \($0),set,2020-01-01,10,,\(columns.isEmpty ? "" : ",")\n" }.joined()
        let text = "id,name,set,released,price,edition,glyph\(columns)\nkoi,Koi,set,2020-01-01,10,,\(koi)\n\(rows)"
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/items.csv"))
        let yaml = "catalogue: [items.csv]\nstores:\n  - {id: main, positions: 4, cardBytes: \(cardBytes)}\n"
        try Data(yaml.utf8).write(to: URL(filePath: "\(folder.path)/content.yaml"))
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/pictures", withIntermediateDirectories: false)
        for (name, bytes) in pictures { try Data(bytes).write(to: URL(filePath: "\(folder.path)/pictures/\(name)")) }
        return Result { () throws(ConfigurationProblems) in
            try ConfigurationLoader.check(file: "\(folder.path)/content.yaml", now: .testNow)
        }
    }

    private func problems(_ result: Result<CheckedFiles, ConfigurationProblems>) -> [String] {
        switch result {
        case .success(let loaded): loaded.warnings.map(\.found)
        case .failure(let problems): problems.problems.map(\.found)
        }
    }

    @Test func `an item has the picture that is called like it, and a version lists its digest`() throws {
        let loaded = try load(pictures: ["koi.png": Self.png(7), "notes.txt": [1]]).get()
        let master = FileDigest.of(Self.png(7))
        #expect(loaded.content?.content.catalogue["koi"]?.master == master)
        #expect(loaded.content?.content.catalogue["item-1"]?.master == nil)
        #expect(loaded.warnings.isEmpty)
        let content = try #require(loaded.content)
        let list = try #require(content.files.first { $0.path == "pictures/SHA256SUMS" })
        #expect(String(decoding: list.bytes, as: UTF8.self) == "\(Hex.encode(master))  koi.png\n")
        let again = try ConfigurationLoader.content(content.files, now: .testNow).content
        #expect(again == loaded.content?.content)
    }

    @Test func `a column names another file, also for several items`() throws {
        let loaded = try load(
            pictures: ["gold.png": Self.png(7), "koi.png": Self.png(8)], columns: ",picture", koi: ",gold.png")
        #expect(try loaded.get().content?.content.catalogue["koi"]?.master == FileDigest.of(Self.png(7)))
        #expect(problems(loaded) == ["a picture that isn't used, since koi names \"gold.png\""])
    }

    @Test func `a picture that can't be one item's is an error that names it`() throws {
        #expect(
            problems(try load(pictures: ["koi.png": Self.png(7), "koi.jpg": Self.png(8)])).first
                == "an item with the pictures \"koi.jpg\" and \"koi.png\"")
        #expect(
            problems(try load(pictures: [:], columns: ",picture", koi: ",gold.png")) == ["no picture \"gold.png\""])
        #expect(
            problems(try load(pictures: ["koi.png": Self.png(7)], columns: ",art", koi: ",koi-art"))
                == ["an item with art and the picture \"koi.png\""])
        #expect(problems(try load(pictures: ["koi.png": []])) == ["a picture that can't be taken: it is empty"])
        #expect(
            problems(try load(pictures: ["koi.png": Array("text".utf8)])).first?.hasPrefix(
                "a picture that can't be taken:")
                == true)
    }

    @Test func `a picture of a kind that isn't taken, or with another suffix, is told and not passed over`() throws {
        #expect(
            problems(try load(pictures: ["koi.svg": [1], "notes.txt": [1]]))
                == ["a picture of a kind that isn't taken"])
        guard
            case .failure(let other) = try load(
                pictures: ["gold.jpg": Self.png(7)], columns: ",picture", koi: ",gold.png")
        else { Issue.record("a file that isn't there is taken"); return }
        #expect(other.problems.first?.advice == "did you mean \"gold.jpg\"?")
    }

    @Test func `an exported folder names a removed picture without its file`() throws {
        let list = "\(Hex.encode(FileDigest.of([1])))  gold.png\n"
        let loaded = try load(pictures: ["REMOVED": Array(list.utf8)], columns: ",picture", koi: ",gold.png").get()
        #expect(loaded.content?.content.catalogue["koi"]?.master == FileDigest.of([1]))
        #expect(loaded.warnings.isEmpty)
    }

    @Test func `a picture needs room on the card, and check says how much`() throws {
        let found = problems(try load(pictures: ["koi.png": Self.png(7)], cardBytes: 120))
        #expect(found == ["an item whose card takes 139 bytes"])
        #expect(problems(try load(pictures: [:], cardBytes: 120)) == [])
    }

    @Test func `a picture that pages scale up is a warning, many of which are one line`() throws {
        func small(_ width: UInt8) -> [UInt8] { Self.png(width).enumerated().map { $0.offset == 18 ? 0 : $0.element } }
        let pictures = Dictionary(uniqueKeysWithValues: (1...7).map { ("item-\($0).png", small($0)) })
        let loaded = try load(pictures: pictures).get()
        #expect(loaded.warnings.first?.found == "a picture of 1 × 9 pixels")
        let lines = ProblemLines(loaded.warnings).grouped
        #expect(lines.count == 1 && lines[0].contains("pictures: warning: 7 × expected at least 288 pixels in width"))
    }

    @Test func `pictures aren't told to be of no item where items can't be read`() throws {
        let found = problems(try load(pictures: ["koi.png": Self.png(7)], columns: ",picture", koi: ",koi.png,more"))
        #expect(found == ["9 fields"])
        #expect(problems(try load(pictures: ["kai.png": Self.png(7)])) == ["a picture of no item"])
    }

    @Test func `check tells how many items have no picture, and how many files are the same picture`() throws {
        let checked = try load(
            pictures: ["koi.png": Self.png(7), "item-1.png": Self.png(7), "item-2.png": Self.png(8)]).get()
        let report = CheckReport(checked, file: "content.yaml", now: .testNow, isComplete: false)
        #expect(
            report.lines[0] == """
                content.yaml is right: 1 store, 61 items (58 without a picture), 1 set, 2 pictures in 3 files
                """)
    }
}
