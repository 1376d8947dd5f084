import ArgumentParser
import Foundation
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
        try checkTarget()
        do throws(PackFault) {
            try PackSnapshot.write(pack, to: to)
        } catch {
            throw UsageError("\(error)")
        }
        Output.print(warnings + ["\(to): \(pack.summary)"])
    }

    /// Anything but a file of before is kept.
    private func checkTarget() throws {
        let folder = URL(filePath: to).deletingLastPathComponent()
        var isFolder: ObjCBool = false
        guard !to.isEmpty, FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
            isFolder.boolValue
        else { throw UsageError("there is no folder \(folder.path) for the snapshot; make it, or name another one") }
        var about = stat()
        guard lstat(to, &about) != 0 || about.st_mode & S_IFMT == S_IFREG else {
            throw UsageError("\(to) is no plain file, so it isn't replaced; name another file")
        }
    }
}
