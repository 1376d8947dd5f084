import ArgumentParser
import Foundation
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfTerminal
import ShelfWire

/// `shelflife pictures`
struct Pictures: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a folder of items' pictures, and make of each what a page shows.",
        discussion: """
            A picture is a PNG, JPEG, WebP or GIF (its first frame) of at most 20 MB and 40 million pixels, and is named \
            by its item: lynx.png. Of each, WebP files of up to 96, 192, 288, 480 and 720 pixels of width are made, in \
            sRGB and without anything that the picture says beside its pixels. None is enlarged. Needs libvips \
            (apt-get install libvips-tools). Ends with status 1 when a picture can't be taken.
            """)

    @Argument(help: "The folder with the pictures.", completion: .directory)
    var folder: String

    @Option(help: "Write the WebP files into this folder, which is made if need be.", completion: .directory)
    var to: String?

    func run() async throws {
        let workshop = try workshop()
        defer { try? WorkFolder.temporary.clear() }
        let names = try names()
        try checkNames(names)
        var areAllTaken = true
        let atOnce = 32
        for first in stride(from: 0, to: names.count, by: atOnce) {
            var some: [(name: String, master: [UInt8])] = []
            for name in names[first..<min(first + atOnce, names.count)] {
                if let master = MasterRead.bytes("\(folder)/\(name)") {
                    some.append((name, master))
                } else {
                    areAllTaken = false
                    Output.print(
                        "\(name): it is no file that can be read")
                }
            }
            for ((name, _), result) in zip(some, try await workshop.prepare(some.map(\.master))) {
                switch result {
                case .success(let picture):
                    try write(picture, name)
                    Output.print(Self.line(name, picture))
                case .failure(let fault):
                    areAllTaken = false
                    Output.print("\(name): \(fault)")
                }
            }
        }
        guard areAllTaken else { throw ExitCode.failure }
    }

    private func workshop() throws -> PictureWorkshop {
        do throws(PictureObstacle) {
            return try PictureWorkshop(in: .temporary)
        } catch {
            throw UsageError("\(error)")
        }
    }

    private var root: URL { URL(filePath: folder, directoryHint: .isDirectory) }

    private func names() throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { MasterHeader.isPicture($0) && !$0.hasPrefix(".") }.sorted()
        } catch {
            throw StorageError.explaining(error, at: folder)
        }
    }

    /// Two masters of one item would overwrite each other, and pictures that were made become no masters.
    private func checkNames(_ names: [String]) throws {
        guard !names.isEmpty else {
            throw UsageError("\(folder) has no pictures; expected some, such as lynx.png")
        }
        let items = Dictionary(grouping: names) { Self.item($0).lowercased() }
        if let two = items.values.filter({ $0.count > 1 }).min(by: { $0[0] < $1[0] }) {
            throw UsageError("\(two.joined(separator: " and ")) are of one item; keep one of them")
        }
        if let to, URL(filePath: to).standardizedFileURL.path == root.standardizedFileURL.path {
            throw UsageError("--to is the folder with the pictures; name another one")
        }
    }

    /// The item that a file is named after.
    private static func item(_ name: String) -> String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }

    private func write(_ picture: PreparedPicture, _ name: String) throws {
        guard let to else { return }
        let target = URL(filePath: to, directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            for variant in picture.variants {
                try Data(variant.bytes).write(to: target.appending(path: "\(Self.item(name))-\(variant.width).webp"))
            }
        } catch {
            throw StorageError.explaining(error, at: to)
        }
    }

    private static func line(_ name: String, _ picture: PreparedPicture) -> String {
        let sizes = picture.variants.map { "\($0.width) px \(($0.bytes.count + 1023) / 1024) KiB" }
        return "\(name): \(sizes.joined(separator: ", ")), ThumbHash \(Base64URL.encode(picture.thumbHash.bytes))"
    }
}
