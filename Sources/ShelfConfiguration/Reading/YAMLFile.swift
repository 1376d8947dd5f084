import ShelfModel
import Yams

/// A YAML file of a shop that was read: the settings, or the content.
struct YAMLFile {
    /// Which of the two a file is, as its keys say.
    enum Kind {
        case settings, content
    }

    let name: String
    let bytes: [UInt8]
    let root: Field

    /// Reads a file. Returns `nil` and reports an error when it can't be read.
    ///
    /// - Parameters:
    ///   - place: where the file is named; `nil` for a file that the user names.
    init?(_ name: String, at place: Place? = nil, source: FileSource, log: ProblemLog) {
        log.note(name)
        let place = place ?? Place(file: name)
        guard let bytes = source.read(place, path: name, atMost: FileBytes.yamlAtMost, log: log),
            let root = YAMLSource.root(bytes, file: name, log: log)
        else { return nil }
        (self.name, self.bytes, self.root) = (name, bytes, root)
    }

    /// Returns `nil` and reports an error for a file with keys of both kinds.
    func kind() -> Kind? {
        let keys = root.node.mapping?.keys.compactMap(\.string) ?? []
        let content = keys.filter(ContentReader.keys.contains)
        let settings = keys.filter(SettingsReader.keys.contains)
        guard !content.isEmpty, !settings.isEmpty else { return content.isEmpty ? .settings : .content }
        root.log.add(
            root.place,
            found: "settings (\(settings.joined(separator: ", "))) and content (\(content.joined(separator: ", ")))",
            expected: "a file for each", advice: "shelflife split \(name) writes them")
        return nil
    }
}
