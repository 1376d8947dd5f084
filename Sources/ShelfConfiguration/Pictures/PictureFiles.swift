import Foundation
import ShelfModel
import ShelfWire

/// Finds the masters of items' pictures: in the folder `pictures` on the disk, or by the list of a content version.
///
/// An item's picture is the file that its column `picture` names, or else the one that is called like the item.
struct PictureFiles {
    let folder: Folder
    let source: FileSource
    let log: ProblemLog

    /// Gives the items their masters, and the content the list of all that are used.
    func give(to draft: inout CatalogueDraft) {
        let list = list()
        guard !list.entries.isEmpty || !draft.namedPictures.isEmpty else { return }
        let byName = Dictionary(list.entries.map { ($0.name, $0) }) { first, _ in first }
        let byStem = Dictionary(grouping: list.entries, by: \.stem)
        var used: Set<PictureList.Entry> = []
        let named = draft.namedPictures
        draft.give { item, place in
            guard let entry = entry(of: item, place, named[item.id], byName, byStem) else { return nil }
            used.insert(entry)
            if item.art != nil {
                log.add(
                    place, found: "an item with art and the picture \(quoted(entry.name))", alike: "art and a picture",
                    expected: "one of both, since the app draws art by itself")
            }
            return entry.master
        }
        for entry in list.entries where !used.contains(entry) {
            log.warn(
                place(of: entry.name), found: "a picture of no item", expected: "a file name that is an item's id",
                advice: log.advice(entry.stem, among: draft.items.lazy.map(\.item.id)))
        }
        if !used.isEmpty { draft.files.append(PictureList(entries: Array(used)).file) }
    }

    private func entry(
        of item: Item, _ place: Place, _ named: (name: String, place: Place)?,
        _ byName: [String: PictureList.Entry], _ byStem: [String: [PictureList.Entry]]
    ) -> PictureList.Entry? {
        if let named {
            if let entry = byName[named.name] { return entry }
            log.add(
                named.place, found: "no picture \(quoted(named.name))",
                expected: "the name of a file in the folder \(PictureList.folder)",
                advice: log.advice(named.name, among: byName.keys))
            return nil
        }
        guard let entries = byStem[item.id] else { return nil }
        if entries.count > 1 {
            let names = entries.map { quoted($0.name) }.joined(separator: " and ")
            log.add(
                place, found: "an item with the pictures \(names)", alike: "more than one picture",
                expected: "one picture", advice: "keep one, or name it in the column picture")
        }
        return entries.first
    }

    private func place(of name: String) -> Place { Place(file: folder.path("\(PictureList.folder)/\(name)")) }

    private func list() -> PictureList {
        switch source {
        case .disk: listOnDisk()
        case .memory(let files): files[PictureList.path].map(read) ?? PictureList(entries: [])
        }
    }

    private func read(_ bytes: [UInt8]) -> PictureList {
        let place = Place(file: PictureList.path)
        do {
            return try PictureList(text: bytes)
        } catch {
            log.add(
                place.line(of: Place(file: nil, line: error.number)), found: "a line of another form",
                expected: "64 hexadecimal digits, two spaces and a file name, as sha256sum writes it")
            return PictureList(entries: [])
        }
    }

    private func listOnDisk() -> PictureList {
        let path = folder.path(PictureList.folder)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            return PictureList(entries: [])
        }
        return PictureList(
            entries: names.filter { !$0.hasPrefix(".") }.sorted().compactMap { name in
                isPicture(name) ? readMaster(name) : nil
            })
    }

    /// Whether a file is called as a picture is. Other files, such as notes, may lie beside them.
    private func isPicture(_ name: String) -> Bool {
        let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        return ["png", "jpg", "jpeg", "webp", "gif"].contains(suffix)
    }

    private func readMaster(_ name: String) -> PictureList.Entry? {
        let place = place(of: name)
        guard PictureList.isName(name) else {
            log.add(
                place, found: "a picture called \(quoted(name))", alike: "a picture's name",
                expected: "a name without backslashes, line breaks and control characters")
            return nil
        }
        guard
            let bytes = FileBytes.read(
                place, path: folder.path("\(PictureList.folder)/\(name)"), atMost: MasterHeader.mostBytes,
                advice: "scale it down", log: log)
        else { return nil }
        do throws(MasterFault) {
            _ = try MasterHeader(bytes)
        } catch {
            log.add(
                place, found: "a picture that can't be taken: \(error)", alike: "a picture",
                expected: "one that can be read")
            return nil
        }
        return PictureList.Entry(name: name, master: FileDigest.of(bytes))
    }
}
