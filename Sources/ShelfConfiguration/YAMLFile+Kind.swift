import Yams

extension YAMLFile {
    /// Which of the two a file is, as its keys say.
    enum Kind {
        case settings, content
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
