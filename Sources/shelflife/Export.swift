import ArgumentParser
import Foundation
import ShelfDatabase
import ShelfModel
import ShelfTerminal
import ShelfWire

/// `shelflife export`
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the files of a content version into a folder, byte for byte as they were published.",
        discussion: """
            The configuration file is shelflife.yaml, without settings. The files are readable to you only. Files that \
            are in the folder already are kept, and then nothing is written.
            """)

    @Argument(help: "The number of the version.")
    var number: Int64

    @Argument(help: "The folder, which is made if need be.", completion: .directory)
    var folder: String

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let answer: ContentFilesAnswer = try await admin.server().get(RequestTarget(.contentFiles, ["\(number)"]).path)
        let root = URL(filePath: folder, directoryHint: .isDirectory)
        try checkFolder(root)
        for file in answer.files { try check(file, in: root) }
        do {
            for file in answer.files { try write(file, in: root) }
        } catch {
            throw StorageError.explaining(error, at: folder)
        }
        Output.print(answer.files.map { root.appending(path: $0.path).path })
    }

    private func checkFolder(_ root: URL) throws {
        var isFolder: ObjCBool = false
        guard !FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder) || isFolder.boolValue else {
            throw UsageError(
                "\(folder) is a file, but a folder was expected; name one that is empty or isn't there yet")
        }
    }

    private func write(_ file: ContentFileMessage, in root: URL) throws {
        let target = root.appending(path: file.path)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Content isn't for everybody before its release.
        let descriptor = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(target.path, POSIXErrorCode(rawValue: errno) ?? .EIO) }
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(file.text.utf8))
    }

    private func check(_ file: ContentFileMessage, in root: URL) throws {
        guard ContentFile(path: file.path, bytes: []).staysInFolder else {
            throw UsageError("\(file.path) leads out of the folder, so nothing was written; it was read from there")
        }
        let target = root.appending(path: file.path).path
        guard !FileManager.default.fileExists(atPath: target) else {
            throw UsageError("there is a \(target) already, and it is kept; choose another folder")
        }
    }
}
