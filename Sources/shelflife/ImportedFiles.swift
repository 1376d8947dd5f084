import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfSample
import ShelfTerminal

/// The files of an import, and how they come into a shop's folder.
struct ImportedFiles {
    private struct File {
        /// From the content file's folder.
        let path: String
        let source: ImportedPictures.Source
        /// Whether an earlier import has written a file there.
        let isOwn: Bool
    }

    private let target: ImportTarget
    private let imported: ImportedCatalogue
    /// The pictures that aren't in the shop's folder yet.
    private let pictures: [File]
    private let csv: File
    /// The paths of the starter's files that the import takes the place of: those that nobody has changed.
    private let starter: Set<String>

    init(_ target: ImportTarget, _ imported: ImportedCatalogue, _ pictures: [ImportedPictures.Picture]) {
        (self.target, self.imported) = (target, imported)
        let goods = target.starter == nil ? [] : (try? StarterShop.goods()) ?? []
        let folder = ImportedPictures.real(target.url(PictureList.folder).path)
        // A folder of pictures that is a link may be another shop's, too.
        let isOwnFolder = folder == ImportedPictures.real(target.folder.path).map { "\($0)/\(PictureList.folder)" }
        let starter = Set(
            goods.filter { good in
                (isOwnFolder || good.path == StarterShop.catalogue)
                    && FileManager.default.contents(atPath: target.url(good.path).path) == good.data
            }.map(\.path))
        self.starter = starter
        // What lies in the folder already stays there, and the catalogue names it.
        var lying: [Item.ID: String] = [:]
        for picture in pictures {
            guard case .file(let path) = picture.source else { continue }
            let url = URL(filePath: path)
            let isStarter = starter.contains("\(PictureList.folder)/\(url.lastPathComponent)")
            if !isStarter, url.deletingLastPathComponent().path == folder {
                lying[picture.item] = url.lastPathComponent
            }
        }
        // Items that share a file name it.
        var files: [String: String] = [:]
        let own = pictures.filter { picture in
            guard lying[picture.item] == nil else { return false }
            guard case .file(let path) = picture.source else { return true }
            lying[picture.item] = files[path]
            if files[path] == nil { files[path] = "\(picture.item).\(picture.suffix)" }
            return lying[picture.item] == nil
        }
        self.pictures = own.map { picture in
            File(
                path: "\(PictureList.folder)/\(picture.item).\(picture.suffix)", source: picture.source,
                isOwn: target.former?.ids.contains(picture.item) ?? false)
        }
        let bytes = imported.csv(pictures: lying.filter { Self.stem($0.value) != $0.key })
        csv = File(path: target.name, source: .bytes(bytes), isOwn: target.former != nil)
    }

    private static func stem(_ name: String) -> String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }

    private func present(_ file: File) -> Data? { FileManager.default.contents(atPath: target.url(file.path).path) }

    private var lyingPictures: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: target.url(PictureList.folder).path)
        return (names ?? []).filter { MasterHeader.isPicture($0) && !starter.contains("\(PictureList.folder)/\($0)") }
            .sorted()
    }

    /// The paths of files that stand in the way: others at the same place, and another picture of an item.
    ///
    /// - Parameter over: whether those of an earlier import may be replaced.
    func conflicts(over: Bool) -> [String] {
        let other = (pictures + [csv]).filter { file in
            guard !starter.contains(file.path), FileManager.default.fileExists(atPath: target.url(file.path).path)
            else { return false }
            return !(over && file.isOwn) && present(file) != file.source.bytes.map { Data($0) }
        }.map(\.path)
        let paths = Set(pictures.map(\.path))
        let stems = Set(paths.map(Self.stem))
        let beside = lyingPictures.map { "\(PictureList.folder)/\($0)" }.filter { path in
            MasterHeader.suffixes.contains(MasterHeader.suffix(path)) && stems.contains(Self.stem(path))
                && !paths.contains(path)
        }
        return other + beside
    }

    /// What becomes of an earlier import's items.
    func changes(now: Instant) -> [String] {
        guard target.former != nil, let before = FileManager.default.contents(atPath: target.url(target.name).path)
        else { return [] }
        return ["beside \(target.name) as it was: \(imported.changes(from: Array(before), now: now))"]
    }

    /// The items of an earlier import that the plan names and the table has no more.
    func plannedAndGone(now: Instant) -> [Item.ID] {
        guard let former = target.former,
            let plan = FileManager.default.contents(atPath: target.url(ContentFile.plan).path)
        else { return [] }
        let gone = former.ids.subtracting(imported.entries.map(\.item.id))
        return ContentEdit.items(inPlan: Array(plan)).filter(gone.contains)
    }

    /// Writes the files, and names them in the content and the plan.
    ///
    /// - Returns: what was done, and whether it was all.
    func write(now: Instant) throws -> (lines: [String], isComplete: Bool) {
        do {
            let folder = target.url(PictureList.folder)
            if !pictures.isEmpty {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            let drawn = try pictures.count { try write($0) }
            let csv = try write(csv) ? ["wrote \(target.url(csv.path).relativePath)"] : []
            let named = try nameFile()
            let planned = named.isComplete ? try replan(now: now) : (lines: [], isComplete: true)
            let removed = named.isComplete ? try removeStarter() : []
            return (
                csv + (drawn > 0 ? ["wrote pictures of items into \(folder.relativePath): \(drawn)"] : [])
                    + named.lines + planned.lines + removed + leftOver, named.isComplete && planned.isComplete
            )
        } catch {
            throw StorageError.explaining(error, at: target.folder.path)
        }
    }

    /// - Returns: whether it wasn't there already.
    private func write(_ file: File) throws -> Bool {
        let url = target.url(file.path)
        guard let bytes = file.source.bytes.map({ Data($0) }) else { throw StorageError(file.path, .EIO) }
        guard let former = present(file) else {
            try NewFiles.write(bytes, to: url)
            return true
        }
        guard former != bytes else { return false }
        try FileReplacement.replace(url.path, being: former, with: bytes) { _ in }
        return true
    }

    private func nameFile() throws -> (lines: [String], isComplete: Bool) {
        guard target.former == nil else { return ([], true) }
        let path = target.catalogue.contentFile
        guard let former = FileManager.default.contents(atPath: path) else { throw StorageError(path, .EIO) }
        let starter = target.starter?.name
        guard let new = ContentEdit.naming(target.name, inPlaceOf: starter, in: Array(former)) else {
            return (
                [
                    "\(path) is as it was, since its form doesn't show where the file belongs. Name it there:",
                    "catalogue: [\((kept + [target.name]).joined(separator: ", "))]",
                ], false
            )
        }
        try FileReplacement.replace(path, being: former, with: Data(new)) { _ in }
        let place = starter.map { ", in the place of \($0)" } ?? ""
        return (["\(path) names \(target.name)\(place)"], true)
    }

    private func removeStarter() throws -> [String] {
        let written = Set((pictures + [csv]).map(\.path))
        let left = starter.subtracting(written)
        for path in left { try FileManager.default.removeItem(at: target.url(path)) }
        if let changed = target.starter?.name, !starter.contains(changed) {
            return ["\(changed) isn't used any more; it has changes, so it stays there"]
        }
        return left.isEmpty
            ? [] : ["removed what `shelflife new` had written and nobody has changed: \(left.count) files"]
    }

    private var kept: [String] {
        target.starter == nil ? target.catalogue.files.map(\.name) : []
    }

    /// Gives planned appearances of the starter's items items of the import.
    private func replan(now: Instant) throws -> (lines: [String], isComplete: Bool) {
        let path = target.url(ContentFile.plan).relativePath
        guard let starter = target.starter, let former = FileManager.default.contents(atPath: path) else {
            return ([], true)
        }
        let old = ContentEdit.items(inPlan: Array(former)).filter(starter.ids.contains)
        let new = imported.plannable(now: now)
        guard !old.isEmpty else { return ([], true) }
        guard !new.isEmpty else {
            return (["\(path) still plans \(old.joined(separator: ", ")); name items of the import there"], false)
        }
        let items = Dictionary(old.enumerated().map { ($1, new[$0 % new.count]) }) { first, _ in first }
        guard let plan = ContentEdit.replacing(items, inPlan: Array(former)) else {
            let pairs = old.map { "\(items[$0] ?? "") for \($0)" }
            return (
                ["\(path) is as it was; name items of the import there, such as \(pairs.joined(separator: ", "))"],
                false
            )
        }
        try FileReplacement.replace(path, being: former, with: Data(plan)) { _ in }
        return (["\(path) plans \(old.map { "\(items[$0] ?? "") instead of \($0)" }.joined(separator: ", "))"], true)
    }

    /// Pictures of items that are no longer there.
    private var leftOver: [String] {
        let ids = Set(imported.entries.map(\.item.id))
        let before = (target.starter ?? target.former)?.ids.subtracting(ids) ?? []
        let names = lyingPictures.filter { before.contains(Self.stem($0)) }
        guard !names.isEmpty else { return [] }
        return ["not used any more in \(PictureList.folder): \(names.joined(separator: ", ")); delete them if you like"]
    }
}
