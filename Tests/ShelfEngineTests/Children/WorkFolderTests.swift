import Foundation
import ShelfEngine
import ShelfTesting
import Testing

@Suite struct `A work folder` {
    private static func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test func `gives each run a folder of its own that only its user may enter, and removes it afterwards`()
        async throws
    {
        let outside = try TemporaryFolder()
        let work = outside.url.appending(path: "work")
        try await WorkFolder(at: work).withFolder { folder in
            try Data().write(to: folder.appending(path: "file"))
            #expect(try Self.mode(folder) == 0o700)
            #expect(try Self.mode(work) == 0o700)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: work.path) == [])
    }

    @Test func `is cleared of what a killed process has left`() throws {
        let outside = try TemporaryFolder()
        let work = outside.url.appending(path: "work")
        try WorkFolder(at: work).clear()
        try FileManager.default.createDirectory(at: work.appending(path: "left"), withIntermediateDirectories: true)
        try WorkFolder(at: work).clear()
        #expect(!FileManager.default.fileExists(atPath: work.path))
    }
}
