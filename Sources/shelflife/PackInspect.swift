import ArgumentParser
import ShelfConfiguration
import ShelfModel
import ShelfTerminal

/// `shelflife pack inspect`
struct PackInspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "List the levels of a pack's folder or snapshot.")

    @Argument(help: "A pack's folder, or a snapshot.", completion: .file())
    var pack: String

    func run() throws {
        let (pack, warnings) = try PackSource.read(pack)
        var table = TextTable([
            ("place", .right), ("id", .left), ("title", .left), ("author", .left), ("tags", .left),
            ("background", .left), ("bytes", .right),
        ])
        for (index, level) in pack.levels.enumerated() {
            table.add([
                "\(index + 1)", level.id, level.title, level.author ?? "", level.tags.joined(separator: " "),
                level.background ?? "", "\(level.map.count)",
            ])
        }
        Output.print(warnings + [pack.summary] + table.lines)
    }
}
