import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfTesting

/// Content files of a small shop, and what a server reads from them.
struct Shop {
    var title = "Ours"
    var store = "main"
    var positions = "4"
    var items = 60
    /// More of the store.
    var rules = ""
    var extra = ""

    /// Of a shop whose files own its content, unless it says otherwise.
    static let settings = {
        var settings = Settings(clockUncertainty: .zero, content: ContentSettings(owner: .files))
        settings.players.welcome = ["coins": 9000]
        return settings
    }()

    var files: [ContentFile] {
        let rows = (1...items).map { "item-\($0),Item \($0),set-\($0 % 4),2020-01-01,\($0 * 10),,\n" }.joined()
        let yaml = """
            title: \(title)
            catalogue: [items.csv]
            stores:
              - {id: \(store), positions: \(positions)\(rules.isEmpty ? "" : ", \(rules)")}
            \(extra)
            """
        return [
            ContentFile(path: "content.yaml", bytes: Array(yaml.utf8)),
            ContentFile(path: "items.csv", bytes: Array("id,name,set,released,price,edition,glyph\n\(rows)".utf8)),
        ]
    }

    func loaded(
        settings: Settings = settings
    ) throws(ConfigurationProblems) -> LoadedConfiguration {
        let (content, warnings) = try ConfigurationLoader.content(files, now: Fixtures.start)
        return LoadedConfiguration(
            settings: settings, content: LoadedContent(content: content, file: "content.yaml", files: files),
            warnings: warnings)
    }

    func read(_ settings: Settings = settings) -> ReadFiles {
        do {
            return .sound(try loaded(settings: settings))
        } catch {
            return .broken(settings, error)
        }
    }
}
