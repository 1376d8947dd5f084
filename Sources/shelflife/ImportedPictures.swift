import Foundation
import ShelfConfiguration
import ShelfModel

/// Finds the pictures of imported items: by what their table says, or else by files that are named after them.
///
/// Only files in the folder of the table and in one that the user names are read, and no address is asked.
struct ImportedPictures {
    struct Picture {
        let item: Item.ID
        let source: Source
        /// How its name ends, as its bytes say.
        let suffix: String
    }

    enum Source {
        /// The path of a file, without links. It is read again when it is needed: all of them may be too much.
        case file(String)
        /// What stands in the table itself.
        case bytes([UInt8])

        /// `nil` where the file can't be read any more.
        var bytes: [UInt8]? {
            switch self {
            case .file(let path): MasterRead.bytes(path)
            case .bytes(let bytes): bytes
            }
        }
    }

    private enum Outcome {
        case found(Source)
        case nothing
        case fault(ImportRemark.Kind, String)
    }

    /// The folders, without links, that files must lie in.
    private let roots: [String]
    /// The folders whose files are found by name.
    private let folders: [String]
    /// The files in these by name in lower case, and by the id of what they are named after. Those of a kind that is
    /// taken come before others.
    private let byName: [String: String]
    private let byID: [Item.ID: String]

    private static let usualFolders = [".", "pictures", "images", "icons", "img"]

    /// - Parameters:
    ///   - table: the path of the table.
    ///   - named: the folder that the user names.
    init(beside table: String, and named: String?) {
        let folder = URL(filePath: table).deletingLastPathComponent().path
        roots = [named, folder].compactMap { $0.flatMap(Self.real) }
        let usual = Self.usualFolders.map { "\(folder)/\($0)" }
        folders = ((named.map { [$0] } ?? []) + usual).compactMap(Self.real)
        var (names, ids): ([String: String], [Item.ID: String]) = ([:], [:])
        let below = named.flatMap(Self.real).map(Self.folders) ?? []
        let files = (below + folders).flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
                .filter { MasterHeader.isPicture($0) && !$0.hasPrefix(".") }.map { (folder: folder, name: $0) }
        }
        let isTaken = { (name: String) in MasterHeader.suffixes.contains(MasterHeader.suffix(name)) }
        for (folder, name) in files.filter({ isTaken($0.name) }) + files.filter({ !isTaken($0.name) }) {
            let path = "\(folder)/\(name)"
            let id = ProposedIDs.id(of: name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name)
            if names[name.lowercased()] == nil { names[name.lowercased()] = path }
            if ids[id] == nil { ids[id] = path }
        }
        (byName, byID) = (names, ids)
    }

    /// The folders below one, but for hidden ones, a few levels deep.
    private static func folders(below folder: String) -> [String] {
        guard
            let found = FileManager.default.enumerator(
                at: URL(filePath: folder, directoryHint: .isDirectory), includingPropertiesForKeys: [.isDirectoryKey],
                options: [.skipsHiddenFiles])
        else { return [] }
        var folders: [String] = []
        for case let url as URL in found where folders.count < 1_000 {
            if found.level > 4 { found.skipDescendants() }
            if (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true { folders.append(url.path) }
        }
        return folders.sorted()
    }

    /// The picture of an item, or why it can't be taken; neither where there is none.
    func find(_ entry: ImportedCatalogue.Entry) -> (picture: Picture?, remark: ImportRemark?) {
        guard entry.item.art == nil else { return (nil, nil) }
        switch outcome(entry) {
        case .nothing: return (nil, nil)
        case .fault(let kind, let found): return (nil, ImportRemark(kind, line: entry.line, found: found))
        case .found(let source):
            do throws(MasterFault) {
                guard let bytes = source.bytes else {
                    return (nil, remark(entry, source, "it is no file that can be read"))
                }
                let suffix = try MasterHeader(bytes).format.suffix
                return (Picture(item: entry.item.id, source: source, suffix: suffix), nil)
            } catch {
                return (nil, remark(entry, source, error.found))
            }
        }
    }

    private func remark(_ entry: ImportedCatalogue.Entry, _ source: Source, _ why: String) -> ImportRemark {
        let name =
            if case .file(let path) = source { URL(filePath: path).lastPathComponent } else { "what is in the table" }
        return ImportRemark(.picture, line: entry.line, found: "\(name): \(why)")
    }

    private func outcome(_ entry: ImportedCatalogue.Entry) -> Outcome {
        let text = entry.picture
        if text.hasPrefix("data:") { return Self.data(text) }
        if let bytes = Self.base64(text) { return .found(.bytes(bytes)) }
        let scheme = text.range(of: "://").map { text[..<$0.lowerBound] }
        let path = (scheme.map { String(text.dropFirst($0.count + 3)) } ?? text).replacing("\\", with: "/")
        let parts = path.split(separator: "/").filter { $0 != "." }
        let isAddress = scheme == "http" || scheme == "https"
        let leaves = parts.contains("..") || path.hasPrefix("/") || scheme == "file"
        guard let name = parts.last, !leaves else {
            let leaving = Outcome.fault(.picture, "\(text): a path out of the table's folder")
            return named(after: entry) ?? (leaves ? leaving : .nothing)
        }
        let found = isAddress ? nil : file(at: parts.joined(separator: "/"))
        if let found = found ?? self.file(called: String(name)) ?? named(after: entry) { return found }
        return isAddress
            ? .fault(.picture, "\(text): an address, which isn't asked; download it") : .fault(.noPicture, text)
    }

    private func named(after entry: ImportedCatalogue.Entry) -> Outcome? {
        entry.names.lazy.compactMap { byID[ProposedIDs.id(of: $0)] }.first.flatMap(inside)
    }

    private func file(called name: String) -> Outcome? {
        (byName[name.lowercased()] ?? byID[ProposedIDs.id(of: name)]).flatMap(inside)
    }

    private func file(at path: String) -> Outcome? {
        roots.lazy.compactMap { Self.real("\($0)/\(path)") }.first.flatMap(inside)
    }

    /// A file, unless a link leads out of the folders; `nil` for a folder.
    private func inside(_ path: String) -> Outcome? {
        guard let real = Self.real(path) else { return nil }
        guard roots.contains(where: { real.hasPrefix($0 == "/" ? $0 : "\($0)/") }) else {
            let name = URL(filePath: path).lastPathComponent
            return .fault(.picture, "\(name): a link out of the table's folder")
        }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: real, isDirectory: &isFolder)
        return isThere && !isFolder.boolValue ? .found(.file(real)) : nil
    }

    /// The path without links; `nil` where nothing is there.
    static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func data(_ text: String) -> Outcome {
        guard let comma = text.firstIndex(of: ","), text[..<comma].hasSuffix(";base64"),
            let data = Data(base64Encoded: String(text[text.index(after: comma)...]), options: .ignoreUnknownCharacters)
        else { return .fault(.picture, "a data address that isn't in base64") }
        return .found(.bytes(Array(data)))
    }

    /// A picture that stands in the table as base64 alone; `nil` for any other text.
    private static func base64(_ text: String) -> [UInt8]? {
        guard text.utf8.count >= 64, let data = Data(base64Encoded: text) else { return nil }
        return (try? MasterHeader(Array(data))).map { _ in Array(data) }
    }
}
