import Foundation
import ShelfConfiguration
import ShelfModel
import ShelfPacks
import ShelfTerminal
import ShelfWire

/// A pack as a person names it: its folder, or a snapshot that was built.
enum PackSource {
    /// - Returns: the pack, and the warnings about a folder.
    static func read(_ path: String) throws -> (pack: Pack, warnings: [String]) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw UsageError("there is no \(path); name a folder with \(PackFolder.file), or a snapshot")
        }
        if path == PackFolder.file || path.hasSuffix("/\(PackFolder.file)") {
            return try read(URL(filePath: path).deletingLastPathComponent().path)
        }
        guard isFolder.boolValue else {
            do throws(PackFault) {
                return (try PackSnapshot(path).read(), [])
            } catch {
                throw UsageError("\(path): \(error)")
            }
        }
        let url = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
        let loaded = try PackFolder.load(
            path.hasSuffix("/") ? String(path.dropLast()) : path, named: url.lastPathComponent)
        return (loaded.pack.pack, loaded.warnings.map { "\($0)" })
    }
}

extension Pack {
    /// One line that says which pack this is.
    var summary: String {
        "\(id): \(levels.count) levels for engine \(engine) or later, content \(Hex.encode(content))"
    }
}
