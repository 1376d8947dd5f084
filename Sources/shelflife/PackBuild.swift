import ArgumentParser
import ShelfModel
import ShelfPacks
import ShelfTerminal
import ShelfWire

/// `shelflife pack build`
struct PackBuild: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Make a snapshot of a pack's folder: an SQLite database that games read.",
        discussion: """
            The folder has a pack.yaml, which lists the levels, and the files of their maps; its name is the pack's id. \
            Every error is told with its file, line and field, and then nothing is written.
            """)

    @Argument(help: "The pack's folder.", completion: .directory)
    var folder: String

    @Option(help: "The snapshot; a file that is there is replaced.", completion: .file(extensions: ["sqlite"]))
    var to: String

    func run() throws {
        let (pack, warnings) = try PackSource.read(folder)
        try PackTarget.check(to)
        do throws(PackFault) {
            try PackSnapshot.write(pack, to: to)
        } catch {
            throw UsageError("\(error)")
        }
        Output.print(warnings + ["\(to): \(pack.summary)"])
    }
}
