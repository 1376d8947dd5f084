import Foundation
import ShelfEngine
import ShelfModel
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Copies of files in a folder` {
    private let root: TemporaryFolder
    private let url: URL

    init() throws {
        root = try TemporaryFolder()
        url = root.url.appending(path: "cache")
    }

    private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    private static let file = FileHead(digest: FileDigest.of(bytes), length: bytes.count)

    private func folder(atMost most: Int = 1 << 20) throws -> CopyFolder { try CopyFolder(at: url, atMost: most) }

    private var place: URL { url.appending(path: Hex.encode(Self.file.digest)) }

    private func filled() throws -> CopyFolder {
        let folder = try folder()
        let copy = try #require(try folder.begin(Self.file))
        for part in Self.file.parts { try copy.write(Array(Self.bytes[Self.file.bytes(of: part)])) }
        #expect(try folder.keep(copy, of: Self.file))
        return folder
    }

    private func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test func `are read as they were written, whole and in part, by nobody but the server's user`() throws {
        let folder = try filled()
        #expect(folder.read(Self.file.digest) == Self.bytes)
        #expect(folder.read(Self.file.digest, 299_990..<300_000) == Array(Self.bytes.suffix(10)))
        #expect(try (mode(url), mode(place)) == (0o700, 0o600))
        #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == [Hex.encode(Self.file.digest)])
    }

    @Test func `are ready once they were compared, up to a length`() throws {
        _ = try filled()
        let next = try folder()
        #expect(next.ready(Self.file.digest) == nil, "another process has compared it")
        #expect(next.read(Self.file.digest, 0..<1) == [Self.bytes[0]])
        #expect(next.ready(Self.file.digest, 5..<7) == Array(Self.bytes[5..<7]))
        #expect(next.ready(Self.file.digest, atMost: 299_999) == nil)
    }

    @Test(arguments: [false, true])
    func `are compared again when somebody has written to them, and go when they aren't the file`(
        isNextProcess: Bool
    ) throws {
        let first = try filled()
        let handle = try FileHandle(forWritingTo: place)
        try handle.write(contentsOf: [Self.bytes[0] ^ 1])
        try handle.close()
        let folder = isNextProcess ? try folder() : first
        #expect(folder.ready(Self.file.digest) == nil)
        #expect(folder.read(Self.file.digest) == nil)
        #expect(!folder.has(Self.file.digest) && !FileManager.default.fileExists(atPath: place.path))
    }

    @Test func `aren't what arrives with other bytes, or in part`() throws {
        let folder = try folder()
        do {
            let copy = try #require(try folder.begin(Self.file))
            try copy.write(Array(Self.bytes.dropLast()))
            #expect(try !folder.keep(copy, of: Self.file))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: url.path).isEmpty)
        #expect(folder.read(Self.file.digest) == nil)
    }

    @Test func `that were removed are deleted and never copied again`() throws {
        let folder = try filled()
        let arriving = try folder.begin(Self.file)
        folder.remove([Self.file.digest])
        #expect(!FileManager.default.fileExists(atPath: place.path) && folder.read(Self.file.digest) == nil)
        let copy = try #require(arriving)
        try copy.write(Self.bytes)
        #expect(try !folder.keep(copy, of: Self.file), "it was removed while it arrived")
        #expect(!FileManager.default.fileExists(atPath: place.path))
        #expect(try folder.begin(Self.file) == nil)
    }

    @Test func `stay where they are asked for bytes that they don't have, or can't be opened for a moment`() throws {
        let folder = try filled()
        #expect(folder.read(Self.file.digest, 0..<300_001) == nil)
        let away = root.url.appending(path: "away")
        try FileManager.default.moveItem(at: place, to: away)
        #expect(folder.read(Self.file.digest) == nil)
        try FileManager.default.moveItem(at: away, to: place)
        #expect(folder.read(Self.file.digest) == Self.bytes)
    }

    @Test func `may vanish with their folder`() throws {
        let folder = try filled()
        try FileManager.default.removeItem(at: url)
        #expect(folder.ready(Self.file.digest) == nil && folder.read(Self.file.digest) == nil)
        let copy = try #require(try folder.begin(Self.file))
        try copy.write(Self.bytes)
        #expect(try folder.keep(copy, of: Self.file))
        #expect(folder.read(Self.file.digest) == Self.bytes)
    }

    @Test func `are all that is left in the folder at a start, and a link or another file isn't one`() throws {
        _ = try filled()
        try Data("half".utf8).write(to: url.appending(path: "arriving-1"))
        try Data("other".utf8).write(to: url.appending(path: "README"))
        let link = url.appending(path: Hex.encode([UInt8](repeating: 7, count: 32)))
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place)
        let folder = try folder()
        #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == [Hex.encode(Self.file.digest)])
        #expect(folder.read(Self.file.digest) == Self.bytes)
    }
}
