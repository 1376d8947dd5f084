import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfPacks
import ShelfTerminal
import ShelfWire

/// `shelflife export`
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the files of a content version into a folder, byte for byte as they were published.",
        discussion: """
            The content file is content.yaml. A picture is written as its widest WebP, since \
            masters aren't kept, and is known again when it is published. The files are readable to you only. Files that \
            are in the folder already are kept, and then nothing is written. .shelflife-base has the version's number and digest, so \
            that publish knows what the files were made from.
            """)

    @Argument(help: "The number of the version.")
    var number: Int64

    @Argument(help: "The folder, which is made if need be.", completion: .directory)
    var folder: String

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let server = try admin.server()
        let version: ContentVersionRecord = try await server.get(RequestTarget(.contentVersion, ["\(number)"]).path)
        let answer: ContentFilesAnswer = try await server.get(RequestTarget(.contentFiles, ["\(number)"]).path)
        let files = answer.files.filter { ![PictureList.path, PackList.path].contains($0.path) }
        let packs = try PackList(answer).packs
        let pictures =
            try PictureList(answer).entries.map {
                Picture(folder: PictureList.folder, name: $0.name, master: $0.master)
            }
            + packs.flatMap { pack in
                pack.pictures.sorted { $0.key < $1.key }.map {
                    Picture(folder: "\(PackList.folder)/\(pack.id)", name: $0, master: $1)
                }
            }
        let root = URL(filePath: folder, directoryHint: .isDirectory)
        try checkFolder(root)
        var contents = files.map { (path: $0.path, bytes: Array($0.text.utf8)) }
        for pack in packs { contents += try await self.files(of: pack, from: server) }
        for path in contents.map(\.path) + pictures.map(\.path) { try check(path, in: root) }
        var removed: [Picture] = []
        for picture in pictures {
            let target = RequestTarget(.adminPicture, [Hex.encode(picture.master), "\(Self.widest).webp"])
            do {
                contents.append((picture.path, try await server.bytes(of: target.path)))
            } catch let gone as AdminServer.Gone {
                Output.print("\(picture.path) isn't written. \(gone)")
                removed.append(picture)
            }
        }
        for (folder, pictures) in Dictionary(grouping: removed, by: \.folder).sorted(by: { $0.key < $1.key }) {
            let list = PictureList(entries: pictures.map { PictureList.Entry(name: $0.name, master: $0.master) })
            contents.append(("\(folder)/\(PictureList.removedFile)", Array(list.text.utf8)))
        }
        do {
            for (path, bytes) in contents { try write(bytes, path, in: root) }
        } catch {
            throw StorageError.explaining(error, at: folder)
        }
        try BaseFile(folder: root).writeAnew(version)
        Output.print(Self.summary(of: version, contents.map(\.path), pictures: pictures.count - removed.count, root))
    }

    private static func summary(
        of version: ContentVersionRecord, _ paths: [String], pictures: Int, _ root: URL
    ) -> String {
        let files = paths.count - pictures
        let other = pictures == 0 ? "" : " and \(pictures) \(pictures == 1 ? "picture" : "pictures")"
        return "Version \(version.number) is in \(root.path): \(files) \(files == 1 ? "file" : "files")\(other)."
    }

    /// A picture of an item or of a level.
    private struct Picture {
        /// That of the items' pictures, or a pack's.
        let folder: String
        /// Its path there.
        let name: String
        let master: [UInt8]

        var path: String { "\(folder)/\(name)" }
    }

    /// The folder of a pack.
    private func files(
        of pack: ContentPack, from server: AdminServer
    ) async throws -> [(path: String, bytes: [UInt8])] {
        let bundle = try await server.bytes(of: RequestTarget(.packBundle, [Hex.encode(pack.bundle)]).path)
        do throws(PackFault) {
            return try PackBundle.read(bundle).map { ("\(PackList.folder)/\(pack.id)/\($0.path)", $0.bytes) }
        } catch {
            throw UsageError("the pack \(pack.id) can't be read: \(error)")
        }
    }

    private func checkFolder(_ root: URL) throws {
        var isFolder: ObjCBool = false
        guard !FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder) || isFolder.boolValue else {
            throw UsageError(
                "\(folder) is a file, but a folder was expected; name one that is empty or isn't there yet")
        }
    }

    private static let widest = PictureLadder.widths[PictureLadder.widths.count - 1]

    private func write(_ bytes: [UInt8], _ path: String, in root: URL) throws {
        let target = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Content isn't for everybody before its release.
        let descriptor = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(target.path, POSIXErrorCode(rawValue: errno) ?? .EIO) }
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(bytes))
    }

    private func check(_ path: String, in root: URL) throws {
        guard ContentFile(path: path, bytes: []).staysInFolder else {
            throw UsageError("\(path) leads out of the folder, so nothing was written; it was read from there")
        }
        let target = root.appending(path: path).path
        guard !FileManager.default.fileExists(atPath: target) else {
            throw UsageError("there is a \(target) already, and it is kept; choose another folder")
        }
    }
}

extension PictureList {
    /// The list in a version's files; an empty one when the version has no pictures.
    fileprivate init(_ answer: ContentFilesAnswer) throws {
        try self.init(text: answer.list(Self.path))
    }
}

extension PackList {
    /// The list in a version's files; an empty one when the version has no packs.
    fileprivate init(_ answer: ContentFilesAnswer) throws {
        try self.init(text: answer.list(Self.path))
    }
}

extension ContentFilesAnswer {
    /// - Returns: the bytes of a file; none when the version hasn't it.
    fileprivate func list(_ path: String) -> [UInt8] {
        files.first { $0.path == path }.map { Array($0.text.utf8) } ?? []
    }
}
