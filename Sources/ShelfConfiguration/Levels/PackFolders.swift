import Foundation
import ShelfModel
import ShelfPacks
import ShelfWire

/// Finds the packs of levels: in the folder `packs` on the disk, or by the list of a content version.
struct PackFolders {
    let folder: Folder
    let source: FileSource
    let log: ProblemLog

    struct Found {
        let packs: [ContentPack]
        /// The list of the packs as a file of the content version; none where there are no packs.
        let list: [ContentFile]
        /// The files of the packs' folders on the disk, relative to the content file's.
        let paths: [String]
    }

    func read() -> Found {
        let (list, paths) = list()
        if list.packs.count > ContentPack.most {
            log.add(
                Place(file: folder.path(PackList.folder)), found: "\(grouped(list.packs.count)) packs",
                expected: "at most \(grouped(ContentPack.most))")
        }
        return Found(packs: list.packs, list: list.packs.isEmpty ? [] : [list.file], paths: paths)
    }

    private func list() -> (PackList, paths: [String]) {
        switch source {
        case .memory(let files): return (files[PackList.path].map(read) ?? PackList([]), [])
        case .disk:
            let packs = names().compactMap(pack)
            let paths = packs.flatMap { pack in
                (pack.files.map(\.path) + pack.pictures.keys.sorted()).map {
                    "\(PackList.folder)/\(pack.pack.id)/\($0)"
                }
            }
            return (PackList(packs.map(\.content)), paths)
        }
    }

    private func read(_ bytes: [UInt8]) -> PackList {
        do {
            return try PackList(text: bytes)
        } catch {
            log.add(
                Place(file: PackList.path, line: error.number), found: "a line of another form",
                expected: """
                    64 hexadecimal digits, two spaces and a pack's id, or the path of a picture of a pack, each once
                    """)
            return PackList([])
        }
    }

    /// The folders with a pack. Others may lie beside them.
    private func names() -> [String] {
        let path = folder.path(PackList.folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().filter { name in
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder), isFolder.boolValue
            else { return false }
            guard FileManager.default.fileExists(atPath: "\(path)/\(name)/\(PackFolder.file)") else {
                log.warn(
                    Place(file: folder.path("\(PackList.folder)/\(name)")),
                    found: "a folder without \(PackFolder.file)", expected: "a pack of levels, as docs/levels.md has it"
                )
                return false
            }
            return true
        }
    }

    private func pack(_ name: String) -> LoadedPack? {
        PackFolder(path: folder.path("\(PackList.folder)/\(name)"), name: name, source: .disk, log: log).read()
    }
}
