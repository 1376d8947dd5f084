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
    ///
    /// - Parameter isWhole: whether the draft has every item. Else a picture may be that of one that it lacks.
    func give(to draft: inout CatalogueDraft, isWhole: Bool) {
        let list = list()
        guard !list.entries.isEmpty || !draft.namedPictures.isEmpty else { return }
        let byName = Dictionary(list.entries.map { ($0.name, $0) }) { first, _ in first }
        let byStem = Dictionary(grouping: list.entries, by: \.stem)
        var used: Set<PictureList.Entry> = []
        let named = draft.namedPictures
        draft.give { item, place in
            guard let entry = entry(of: item, place, named[item.id], byName, byStem) else { return nil }
            used.insert(entry)
            if named[item.id] == nil { used.formUnion(byStem[item.id] ?? []) }
            if item.art != nil {
                log.add(
                    place, found: "an item with art and the picture \(quoted(entry.name))", alike: "art and a picture",
                    expected: "one of both, since the app draws art by itself")
            }
            return entry.master
        }
        for entry in list.entries where isWhole && !used.contains(entry) {
            if let other = named[entry.stem] {
                log.warn(
                    place(of: entry.name),
                    found: "a picture that isn't used, since \(entry.stem) names \(quoted(other.name))",
                    alike: "a picture that isn't used", expected: "one of both")
            } else {
                log.warn(
                    place(of: entry.name), found: "a picture of no item", expected: "a file name that is an item's id",
                    advice: log.advice(entry.stem, among: draft.items.lazy.map(\.item.id)))
            }
        }
        if !used.isEmpty { draft.files.append(PictureList(entries: Array(used)).file) }
    }

    private func stem(_ name: String) -> String { PictureList.Entry(name: name, master: []).stem }

    private func entry(
        of item: Item, _ place: Place, _ named: (name: String, place: Place)?,
        _ byName: [String: PictureList.Entry], _ byStem: [String: [PictureList.Entry]]
    ) -> PictureList.Entry? {
        if let named {
            if let entry = byName[named.name] { return entry }
            log.add(
                named.place, found: "no picture \(quoted(named.name))",
                expected: "the name of a file in the folder \(PictureList.folder)",
                advice: byStem[stem(named.name)]?.first.map { "did you mean \(quoted($0.name))?" }
                    ?? log.advice(named.name, among: byName.keys))
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
        case .memory(let files):
            files[PictureList.path].map { read($0, Place(file: PictureList.path)) } ?? PictureList(entries: [])
        }
    }

    private func read(_ bytes: [UInt8], _ place: Place) -> PictureList {
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
        let masters = names.filter { !$0.hasPrefix(".") }.sorted().compactMap(readIfPicture)
        return PictureList(entries: masters + removed(besides: Set(names)))
    }

    /// Other files, such as notes, may lie beside the pictures.
    private func readIfPicture(_ name: String) -> PictureList.Entry? {
        let suffix = MasterHeader.suffix(name)
        if MasterHeader.otherSuffixes.contains(suffix) {
            log.warn(
                place(of: name), found: "a picture of a kind that isn't taken", expected: "a PNG, JPEG, WebP or GIF",
                advice: "export it as one of them")
        }
        return MasterHeader.suffixes.contains(suffix) ? readMaster(name) : nil
    }

    /// The masters of which an exported folder has no file, since an operator has removed their pictures. The content
    /// may go on naming them.
    private func removed(besides names: Set<String>) -> [PictureList.Entry] {
        guard names.contains(PictureList.removedFile) else { return [] }
        let place = place(of: PictureList.removedFile)
        let path = folder.path("\(PictureList.folder)/\(PictureList.removedFile)")
        guard let bytes = FileBytes.read(place, path: path, atMost: DigestLines.bytesAtMost, log: log) else {
            return []
        }
        return read(bytes, place).entries.filter { !names.contains($0.name) }
    }

    private func readMaster(_ name: String) -> PictureList.Entry? {
        let place = place(of: name)
        guard PictureList.isName(name) else {
            log.add(
                place, found: "a picture called \(quoted(name))", alike: "a picture's name",
                expected: "a name without backslashes, line breaks and control characters")
            return nil
        }
        let path = folder.path("\(PictureList.folder)/\(name)")
        let digest = MasterFile.digest(place, path: path, wideAs: PictureLadder.sharpOnCards, log: log)
        return digest.map { PictureList.Entry(name: name, master: $0) }
    }
}
