import ArgumentParser
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer

/// `shelflife backup`
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy a server's database into a folder, also while the server runs.",
        discussion: """
            The copy is of one moment, checked, and readable to you only: it holds every key of every store. What is in \
            the published folder is not in it, since the server makes that again; neither is the configuration.
            """)

    @Argument(help: "The folder for the copy, which must be empty or not there yet.", completion: .directory)
    var folder: String

    @OptionGroup var options: DataOptions

    func run() throws {
        let contents = try SQLiteBackup.write(options.folder.database, to: folder)
        print("\(folder)/\(SQLiteBackup.file) holds \(contents.summary).")
    }
}

extension SQLiteContents {
    /// A summary in one line.
    var summary: String {
        let newest = newestWindow.map { "windows up to \(RFC3339.text($0))" } ?? "no window"
        return "\(stores) stores, \(players) players, \(purchases) purchases, \(newest)"
    }
}
