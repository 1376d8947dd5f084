import Foundation
import ShelfModel
import Yams

extension YAMLFile {
    /// Which of the two a file is, as its keys say.
    enum Kind {
        case settings, content
    }

    private func keys(of known: [String]) -> [String] {
        (root.node.mapping?.keys.compactMap(\.string) ?? []).filter(known.contains)
    }

    /// The likely kind of a file without a known key, by keys that are nearly those of one kind, and then by its name.
    private var likelyKind: Kind {
        let keys = root.node.mapping?.keys.compactMap(\.string) ?? []
        func near(_ known: [String]) -> Int { keys.count { NearName.nearest(to: $0, among: known) != nil } }
        let (content, settings) = (near(ContentReader.keys), near(SettingsReader.keys))
        let isCalledContent = URL(filePath: name).lastPathComponent.hasPrefix("content")
        return content > settings || content == settings && isCalledContent ? .content : .settings
    }

    /// Whether the file has a key of one of the two.
    var isKnown: Bool { !keys(of: ContentReader.keys + SettingsReader.keys).isEmpty }

    /// Returns `nil` and reports an error for a file with keys of both kinds.
    func kind() -> Kind? {
        let (content, settings) = (keys(of: ContentReader.keys), keys(of: SettingsReader.keys))
        guard !content.isEmpty || !settings.isEmpty else { return likelyKind }
        guard !content.isEmpty, !settings.isEmpty else { return content.isEmpty ? .settings : .content }
        root.log.add(
            root.place,
            found: "settings (\(settings.joined(separator: ", "))) and content (\(content.joined(separator: ", ")))",
            expected: "a file for each", advice: "shelflife split \(name) writes them")
        return nil
    }
}
