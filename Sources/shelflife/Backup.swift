import ArgumentParser
import Foundation
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTerminal

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
        let data = try options.folder
        for own in [data.published.path, data.secrets.path] where isInside(own) {
            throw UsageError("\(folder) is in \(own), which the server uses itself; name a folder elsewhere")
        }
        let contents = try SQLiteBackup.write(data.database, to: folder)
        try BackupDigest(folder: folder).write()
        Output.print("\(folder)/\(SQLiteBackup.file) holds \(contents.summary).")
        if contents.stores == nil {
            Output.print(
                """
                It is sealed: signing keys, seeds and what is to come can't be read without the vault, which isn't in it, \
                and no server starts on it. Players, wallets, purchases and the words of hidden channels can be read by \
                who has it. Keep a copy of both.
                """)
        }
    }

    private func isInside(_ other: String) -> Bool {
        func parts(_ path: String) -> [String] { URL(filePath: path).standardizedFileURL.pathComponents }
        return parts(folder).starts(with: parts(other))
    }
}

extension SQLiteContents {
    /// A summary in one line.
    var summary: String {
        let newest = newestWindow.map { "windows up to \(RFC3339.text($0))" } ?? "no window"
        return "\(storeCount) stores, \(players) players, \(purchases) purchases, \(newest)"
    }
}
