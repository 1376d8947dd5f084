import Foundation
package import ShelfModel

/// Reads a pack from its folder: `pack.yaml`, and the files of its maps. The folder's name is the pack's id.
package struct PackFolder {
    package static let file = "pack.yaml"
    private static let keys = ["engine", "levels"]
    private static let levelKeys = ["id", "title", "author", "tags", "background", "map"]
    private static let mostTags = 20

    private let path: String
    private let name: String
    private let source: FileSource
    private let log: ProblemLog

    /// Reads a folder on the disk.
    ///
    /// - Parameter name: the folder's, which is the pack's id.
    /// - Returns: the pack and the warnings about it.
    /// - Throws: every problem that can be found.
    package static func load(
        _ path: String, named name: String
    ) throws(ConfigurationProblems) -> (pack: LoadedPack, warnings: [ConfigurationProblem]) {
        let log = ProblemLog(file: "\(path)/\(file)")
        let pack = PackFolder(path: path, name: name, source: .disk, log: log).read()
        guard let pack, log.errorCount == 0 else { throw ConfigurationProblems(log.sorted) }
        return (pack, log.sorted)
    }

    /// Reads the files of a bundle. Pictures aren't among them, so they are taken to be there.
    ///
    /// - Parameter name: the pack's id; `nil` where it isn't known.
    /// - Throws: every problem that can be found.
    package static func load(
        bundle files: [ContentFile], named name: String?
    ) throws(ConfigurationProblems) -> Pack {
        let path = name.map { "\(PackList.folder)/\($0)" } ?? "."
        let name = name ?? "pack"
        let log = ProblemLog(file: "\(path)/\(file)")
        let source = FileSource(files.map { ContentFile(path: "\(path)/\($0.path)", bytes: $0.bytes) })
        let pack = PackFolder(path: path, name: name, source: source, log: log).read()
        guard let pack, log.errorCount == 0 else { throw ConfigurationProblems(log.sorted) }
        return pack.pack
    }

    init(path: String, name: String, source: FileSource, log: ProblemLog) {
        (self.path, self.name, self.source, self.log) = (path, name, source, log)
    }

    /// - Returns: `nil`, with errors in the log, when there is no sound pack.
    func read() -> LoadedPack? {
        let file = "\(path)/\(Self.file)"
        let before = log.errorCount
        let id = Form<String>.id(64).read(name, at: Place(file: path), log: log)
        guard isInFolder(Self.file) else {
            log.add(
                Place(file: file), found: "a link that leads out of the folder", expected: "a file in the folder itself"
            )
            return nil
        }
        guard let bytes = source.read(Place(file: file), path: file, atMost: Pack.mostListBytes, log: log),
            let fields = YAMLSource.root(bytes, file: file, log: log)?.fields(Self.keys)
        else { return nil }
        let engine = fields.read("engine", Form<Int>.whole(1...1_000_000), else: 1)
        let levels = levels(fields)
        guard let id, let engine, let levels else { return nil }
        var (read, bytesOfMaps) = ([ReadLevel?](), 0)
        var files = [Self.file: bytes]
        for field in levels where !Task.isCancelled {
            read.append(level(field, &files))
            bytesOfMaps += read.last??.level.map.count ?? 0
            guard bytesOfMaps <= Pack.mostBytes else {
                log.add(
                    field.place, found: "more than \(grouped(Pack.mostBytes)) bytes of maps up to here",
                    expected: "a pack that has no more", advice: "make two packs of it")
                return nil
            }
        }
        checkIDs(read)
        log.noteCancellation()
        guard let sound = read.allPresent() else { return nil }
        let pictures = pictures(sound)
        guard log.errorCount == before else { return nil }
        return LoadedPack(
            pack: Pack(id: id, engine: engine, levels: sound.map(\.level)),
            files: files.map { ContentFile(path: $0, bytes: $1) }, pictures: pictures)
    }

    private struct ReadLevel {
        let level: Level
        /// Where its id stands, and its background.
        let places: (id: Place, background: Place)
    }

    private func levels(_ fields: Fields) -> [Field]? {
        guard let field = fields["levels"] else {
            log.add(fields.place(of: "levels"), found: "nothing", expected: "a list of levels")
            return nil
        }
        return field.list(of: "levels, each with an id", atMost: Pack.mostLevels, called: "levels")
    }

    /// - Parameter files: takes the level's map, too.
    private func level(_ field: Field, _ files: inout [String: [UInt8]]) -> ReadLevel? {
        guard let fields = field.fields(Self.levelKeys) else { return nil }
        let id = fields.read("id", .id(64))
        let title = fields.read("title", .label)
        let author = fields.read("author", Form<String>.label.optional, else: nil)
        let background = fields.read("background", Form<String>.label.optional, else: nil)
        let tags = tags(fields["tags"])
        let map = map(fields, &files)
        guard let id, let title, let author, let background, let tags, let map else { return nil }
        let level = Level(id: id, title: title, author: author, tags: tags, background: background, map: map)
        return ReadLevel(level: level, places: (fields.place(of: "id"), fields.place(of: "background")))
    }

    private func tags(_ field: Field?) -> [String]? {
        guard let field else { return [] }
        let elements = field.list(of: "tags", mayBeEmpty: true, atMost: Self.mostTags, called: "tags")
        guard let tags = elements?.map({ $0.read(.id(64)) }).allPresent() else { return nil }
        var seen: Set<String> = []
        for (tag, element) in zip(tags, elements ?? []) where !seen.insert(tag).inserted {
            log.add(
                element.place, found: "the tag \(quoted(tag)) again", alike: "a tag again", expected: "each tag once")
        }
        return tags
    }

    /// A file's bytes as they are.
    private func map(_ fields: Fields, _ files: inout [String: [UInt8]]) -> [UInt8]? {
        guard let name = fields.read("map", .path) else { return nil }
        let place = fields.place(of: "map")
        guard stays(name, place) else { return nil }
        guard name != Self.file else {
            log.add(place, found: "\(Self.file), which is no map", expected: "the file of the level's map")
            return nil
        }
        guard let bytes = source.read(place, path: "\(path)/\(name)", atMost: Level.mostMapBytes << 4, log: log) else {
            return nil
        }
        guard bytes.count <= Level.mostMapBytes else {
            log.add(
                place, found: "a map of \(grouped(bytes.count)) bytes", alike: "too large a map",
                expected: "at most \(grouped(Level.mostMapBytes)) bytes")
            return nil
        }
        guard !bytes.isEmpty else {
            log.add(
                place, found: "a map of 0 bytes", alike: "an empty map", expected: "what the game reads of the level",
                advice: "save the level again")
            return nil
        }
        files[name] = bytes
        return bytes
    }

    /// Whether a file is in the folder, and has a name in plain Unicode. If not, there is an error in the log.
    private func stays(_ name: String, _ place: Place) -> Bool {
        // Two names that look the same may be two files, and one of them would be lost.
        guard name.utf8.elementsEqual(name.precomposedStringWithCanonicalMapping.utf8) else {
            log.add(
                place, found: "\(quoted(name)), in which accents stand apart from their letters",
                alike: "accents apart", expected: "a name in the composed form of Unicode, NFC",
                advice: "rename the file; plain letters are the safest")
            return false
        }
        guard ContentFile(path: name, bytes: []).staysInFolder else {
            log.add(
                place, found: quoted(name), alike: "a path out of the folder",
                expected: "a file in the folder of \(Self.file), or below it", advice: "write it without ./ and ../")
            return false
        }
        guard isInFolder(name) else {
            log.add(
                place, found: "\(quoted(name)), a link that leads out of the folder", alike: "a link out of the folder",
                expected: "a file in the folder of \(Self.file), or below it")
            return false
        }
        return true
    }

    /// The masters of backgrounds that are files of the folder.
    private func pictures(_ levels: [ReadLevel]) -> [String: [UInt8]] {
        guard case .disk = source else { return [:] }
        let removed = removed
        var (pictures, seen) = ([String: [UInt8]](), Set<String>())
        for read in levels {
            let (level, place) = (read.level, read.places.background)
            guard let name = level.background, level.hasPicture, seen.insert(name).inserted, stays(name, place) else {
                continue
            }
            let file = "\(path)/\(name)"
            if let master = removed[name], !FileManager.default.fileExists(atPath: file) {
                pictures[name] = master
            } else {
                pictures[name] = MasterFile.digest(place, path: file, log: log)
            }
        }
        return pictures
    }

    /// By their paths in the folder, the masters of which an exported folder has no file, since an operator has removed
    /// their pictures. Levels may go on naming them.
    private var removed: [String: [UInt8]] {
        let file = "\(path)/\(PictureList.removedFile)"
        let place = Place(file: file)
        guard FileManager.default.fileExists(atPath: file), isInFolder(PictureList.removedFile),
            let bytes = FileBytes.read(place, path: file, atMost: DigestLines.bytesAtMost, log: log)
        else { return [:] }
        do throws(DigestLines.BadLine) {
            let lines = try DigestLines.read(bytes) { ContentFile(path: $0, bytes: []).staysInFolder }
            return Dictionary(lines.map { ($0.name, $0.digest) }) { first, _ in first }
        } catch {
            log.add(
                place.line(of: Place(file: nil, line: error.number)), found: "a line of another form",
                expected: "64 hexadecimal digits, two spaces and the path of a background, as sha256sum writes it")
            return [:]
        }
    }

    /// A pack may come from a stranger, who can link to any file of this machine.
    private func isInFolder(_ name: String) -> Bool {
        guard case .disk = source else { return true }
        let folder = URL(filePath: path, directoryHint: .isDirectory).resolvingSymlinksInPath().path
        let file = URL(filePath: "\(path)/\(name)").resolvingSymlinksInPath().path
        return file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }

    private func checkIDs(_ levels: [ReadLevel?]) {
        var places: [String: Place] = [:]
        for read in levels.compactMap(\.self) {
            let (level, place) = (read.level, read.places.id)
            if let first = places[level.id] {
                log.add(
                    place, found: "the id \(quoted(level.id)) again", alike: "an id again",
                    expected: "an id that no other level has, as that of \(first.short)")
            }
            places[level.id] = places[level.id] ?? place
        }
    }
}
