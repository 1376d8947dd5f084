import Foundation
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfTesting
import Testing

@Suite struct `A data folder` {
    private let folder: TemporaryFolder
    private let data: DataFolder

    init() throws {
        folder = try TemporaryFolder()
        data = DataFolder(path: folder.file("data"))
        try data.make()
    }

    @Test func `is used by one at a time, and tells the next who it is`() async throws {
        let another = DataFolder(path: data.path)
        try await data.alone {
            let error = await #expect(throws: DataFolderInUse.self) { try await another.alone {} }
            #expect(error?.process == getpid())
            #expect(
                error?.description
                    == "\(data.path) is in use by process \(getpid()); stop that one first, or choose another folder with --data"
            )
        }
        #expect(try await another.alone { 5 } == 5)
    }

    @Test func `is free again when what used it fails`() async throws {
        await #expect(throws: CancellationError.self) { try await data.alone { throw CancellationError() } }
        #expect(try await data.alone { 5 } == 5)
    }

    @Test func `keeps its secrets to its user`() throws {
        #expect(chmod(data.secrets.path, 0o755) == 0)
        try data.make()
        let attributes = try FileManager.default.attributesOfItem(atPath: data.secrets.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }

    @Test func `where a file is in the way says which path can't be used`() throws {
        try Data().write(to: URL(filePath: folder.file("file")))
        let beneath = DataFolder(path: folder.file("file/data"))
        #expect(throws: StorageError(folder.file("file/data"), .missing)) { try beneath.make() }
    }

    @Test func `knows the moment of the newest backup, and of none that was not noted`() throws {
        #expect(data.backedUp == nil)
        let moment = Instant(milliseconds: 1_800_000_000_123)
        for instant in [moment + .hours(1), moment] {
            try data.note(backedUpAt: instant)
            #expect(data.backedUp == instant)
        }
        #expect(try names(in: data.secrets) == ["backed-up"])
        try Data("some day\n".utf8).write(to: data.secrets.appending(path: "backed-up"))
        #expect(data.backedUp == nil)
    }

    @Test func `holds data once there is a database or a window`() throws {
        #expect(!data.holdsData)
        try write("secrets/shelflife.sqlite")
        #expect(data.holdsData)
        try FileManager.default.removeItem(atPath: data.database)
        try write("published/v1/stores/main/window")
        #expect(data.holdsData)
    }

    @Test(arguments: ["secrets/shelflife.sqlite", "secrets/lock"])
    func `is lost to its server once a file has another's place, or none`(name: String) throws {
        for name in ["secrets/shelflife.sqlite", "secrets/lock"] { try write(name) }
        let watch = DataFolderWatch(data)
        try Data("more".utf8).write(to: URL(filePath: data.path).appending(path: name), options: [])
        try watch.check()
        let path = data.path + "/" + name
        #expect(rename(path, path + ".old") == 0)
        #expect(throws: DataFolderLost(path: path)) { try watch.check() }
        try write(name)
        #expect(throws: DataFolderLost(path: path)) { try watch.check() }
        #expect(rename(path + ".old", path) == 0)
        try watch.check()
    }

    @Test func `has what was published put aside, and nothing else`() throws {
        #expect(try data.setAsidePublished(as: "none") == nil)
        try write("secrets/shelflife.sqlite")
        try write("published/v1/stores/main/window")
        let aside = try #require(try data.setAsidePublished(as: "ahead"))
        #expect(try names(in: data.published).isEmpty)
        #expect(try names(in: data.secrets) == ["ahead", "shelflife.sqlite"])
        #expect(FileManager.default.fileExists(atPath: aside.path + "/v1/stores/main/window"))
    }

    @Test func `has what it held put aside, all of it and nothing else`() throws {
        for name in ["shelflife.sqlite", "shelflife.sqlite-wal", "shelflife.sqlite.part", "lock"] {
            try write("secrets/\(name)")
        }
        try write("published/v1/stores/main/window")
        let aside = try data.setAside(as: "before")
        #expect(aside.path == data.secrets.path + "/before")
        #expect(!data.holdsData)
        #expect(try names(in: data.secrets) == ["before", "lock", "shelflife.sqlite.part"])
        #expect(try names(in: aside) == ["published", "shelflife.sqlite", "shelflife.sqlite-wal"])
        #expect(
            try String(contentsOf: aside.appending(path: "published/v1/stores/main/window"), encoding: .utf8)
                == "published/v1/stores/main/window")
    }

    @Test func `gets back what was put aside last`() throws {
        for name in ["shelflife.sqlite", "shelflife.sqlite-wal"] { try write("secrets/\(name)") }
        try write("published/v1/stores/main/window")
        _ = try data.setAside(as: "replaced-2026-11-27")
        try write("secrets/replaced-2026-11-26/shelflife.sqlite")
        try data.putBack(from: "replaced-")
        #expect(
            try names(in: data.secrets) == ["replaced-2026-11-26", "shelflife.sqlite", "shelflife.sqlite-wal"])
        #expect(try names(in: data.published) == ["v1"])
    }

    private func write(_ name: String) throws {
        let file = URL(filePath: data.path).appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(name.utf8).write(to: file)
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
