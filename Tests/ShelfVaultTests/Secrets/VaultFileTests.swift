import Foundation
import ShelfVault
import Testing

@Suite final class VaultFileTests {
    private static let name = "trésor über alles.age"
    private let folder: String
    private let file: VaultFile

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "a vault % ü \(UUID().uuidString)")
            .path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        file = VaultFile("\(folder)/\(Self.name)")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func rights(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func `A new vault is its owner's alone, and is read as it was saved`() throws {
        try file.save([1, 2, 3], replacing: nil, holding: file.lock())
        #expect(try file.read() == [1, 2, 3])
        #expect(try rights(file.path) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [Self.name])
    }

    @Test func `A vault keeps its rights, and a link to it stays a link`() throws {
        try file.save([1], replacing: nil, holding: file.lock())
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        let link = "\(folder)/link.age"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
        let linked = VaultFile(link)
        try linked.save([2], replacing: [1], holding: linked.lock())
        #expect(try file.read() == [2])
        #expect(try rights(file.path) == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file.path)
    }

    @Test func `Of two who would change it at once, one is told`() throws {
        let lock = try file.lock()
        #expect(throws: VaultFileError.inUse(file.path)) { try VaultFile(file.path).lock() }
        try file.save([1], replacing: nil, holding: lock)
    }

    @Test func `What a killed command has left is no hindrance`() throws {
        try Data([9]).write(to: URL(filePath: "\(folder)/.\(Self.name).new"))
        try file.save([1], replacing: nil, holding: file.lock())
        #expect(try file.read() == [1])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [Self.name])
    }

    @Test func `What another program has put there meanwhile is kept`() throws {
        let lock = try file.lock()
        try Data([8]).write(to: URL(filePath: file.path))
        #expect(throws: VaultFileError.alreadyThere(file.path)) { try file.save([1], replacing: nil, holding: lock) }
        #expect(throws: VaultFileError.changed(file.path)) { try file.save([1], replacing: [7], holding: lock) }
        #expect(try file.read() == [8])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [Self.name])
    }

    @Test func `What is no file, or is empty, is told as that`() throws {
        mkfifo("\(folder)/pipe", 0o600)
        #expect(throws: VaultFileError.notAFile("\(folder)/pipe")) { try VaultFile("\(folder)/pipe").read() }
        #expect(throws: VaultFileError.notAFile(folder)) { try VaultFile(folder).read() }
        try Data().write(to: URL(filePath: file.path))
        #expect(throws: VaultFileError.empty(file.path)) { try file.read() }
    }

    @Test func `A vault that isn't there is told by its path`() {
        #expect(throws: VaultFileError.missing(file.path)) { try file.read() }
        #expect(!file.exists)
        #expect(throws: VaultFileError.self) { try VaultFile("\(folder)/nowhere/vault.age").lock() }
    }

    @Test func `A file that can't be a vault isn't read into memory`() throws {
        try Data(count: VaultFile.bytesAtMost + 1).write(to: URL(filePath: file.path))
        #expect(throws: VaultFileError.tooLarge(file.path)) { try file.read() }
    }
}
