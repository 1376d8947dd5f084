import Foundation
package import ShelfModel

/// Where zones are found by their names.
package enum ZoneSource: Hashable, Sendable {
    /// A folder of zone files, as the package tzdata has it.
    case folder(String)
    /// What a content version keeps.
    case kept([Zone])

    /// The zone files of this machine.
    package static let system = ZoneSource.folder("/usr/share/zoneinfo")

    /// Why a zone wasn't found.
    enum Fault: Error, Hashable {
        case unknown
        /// There are no zone files at all.
        case noFiles(folder: String)
        case broken(path: String, ZoneFile.Fault)
        /// The file can't be read.
        case unreadable(path: String)
        /// The content version keeps no zone of this name.
        case notKept
    }

    /// - Throws: ``Fault``.
    func zone(_ name: String) throws(Fault) -> Zone {
        switch self {
        case .kept(let zones):
            guard let zone = zones.first(where: { $0.name == name }) else { throw .notKept }
            return zone
        case .folder(let folder):
            let path = "\(folder)/\(name)"
            guard Self.isName(name), Self.isFile(path) else {
                let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
                throw files?.isEmpty ?? true ? .noFiles(folder: folder) : .unknown
            }
            let log = ProblemLog(file: path)
            let bytes = FileBytes.read(Place(file: path), path: path, atMost: ZoneFile.bytesAtMost, log: log)
            guard let bytes else { throw .unreadable(path: path) }
            do throws(ZoneFile.Fault) {
                return Zone(name: name, try ZoneFile(bytes))
            } catch {
                throw .broken(path: path, error)
            }
        }
    }

    /// All names of zones that there are, to find the one that was meant.
    var names: [String] {
        switch self {
        case .kept(let zones): return zones.compactMap(\.name)
        case .folder(let folder):
            guard let paths = FileManager.default.enumerator(atPath: folder) else { return [] }
            return paths.lazy.prefix(Self.namesAtMost).compactMap { $0 as? String }
                .filter { Self.isName($0) && Self.isFile("\(folder)/\($0)") }
        }
    }

    /// Three times as many as the folder has with all that systems put into it.
    private static let namesAtMost = 6_000

    /// Whether it can be a zone's name: words of letters, digits, `_`, `+` and `-` between slashes, the first with a
    /// capital letter. Folders and files with other names are of other kinds: `right` counts leap seconds, and `localtime`
    /// is another zone on every machine. `Factory` is the zone of a machine that nobody has set.
    static func isName(_ text: String) -> Bool {
        guard text != "Factory", text.utf8.count <= 64,
            text.unicodeScalars.first.map({ ("A"..."Z").contains($0) }) ?? false
        else {
            return false
        }
        return text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.utf8.allSatisfy { byte in
                    byte.isDigit || byte.isLetter || "_+-".utf8.contains(byte)
                }
        }
    }

    private static func isFile(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }
}
