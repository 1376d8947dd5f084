import ArgumentParser
import Foundation
import ShelfDatabase
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
            the published folder is not in it, since the server makes that again; neither is the configuration. Pictures \
            and packs are files beside the database; backups in one folder share them, as far as the disk allows it.

            With --keep the folder is one of backups. The new one gets its instant for a name there. Before it is made, \
            all earlier ones with such names go but the newest whole ones, and so do those that were broken off.
            """)

    @Argument(
        help: "The folder for the copy, which must be empty or not there yet; with --keep, the folder of backups.",
        completion: .directory)
    var folder: String

    @Option(help: "How many earlier backups to keep in the folder, however old they are.")
    var keep: Int?

    @OptionGroup var options: DataOptions

    func validate() throws {
        guard let keep, keep < 1 else { return }
        throw ValidationError("--keep is \(keep), but one backup stays at least, until the next is whole.")
    }

    func run() throws {
        let (data, now) = (try options.shop, WallClock.now())
        for own in [data.published.path, data.secrets.path] where isInside(own) {
            throw UsageError("\(folder) is in \(own), which the server uses itself; name a folder elsewhere")
        }
        guard let keep else { return try make(of: data, in: folder, at: now) }
        try KeptBackups(in: folder, keeping: keep).makeNext(at: now) { try make(of: data, in: $0, at: now) }
    }

    private func make(of data: DataFolder, in folder: String, at instant: Instant) throws {
        let contents = try SQLiteBackup.write(data.database, to: folder)
        try BackupDigest(folder: folder).write()
        var lines = ["\(folder)/\(SQLiteBackup.file) holds \(contents.summary)."] + contents.files.lines
        do throws(StorageError) {
            try data.note(backedUpAt: instant)
        } catch {
            lines.append("The backup is whole, but the server won't know of it: \(error)")
        }
        Output.print(lines)
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

extension BackupFileCounts {
    /// What an operator should know of them; nothing where the shop has no files.
    fileprivate var lines: [String] {
        var lines: [String] = []
        if linked + written > 0 {
            lines.append("Of \(linked + written) files, \(linked) are shared with earlier backups.")
        }
        if let obstacle {
            lines.append("The disk doesn't let backups share all files, so they were written anew: \(obstacle).")
        }
        lines += damaged.map { "\($0) is damaged, or others may change it; it was written anew." }
        if unsound > 0 {
            lines.append("In the database, files are damaged: \(unsound). The backup has them as they are.")
        }
        return lines
    }
}

extension SQLiteContents {
    /// A summary in one line.
    var summary: String {
        let newest = newestWindow.map { "windows up to \(RFC3339.text($0))" } ?? "no window"
        return "\(storeCount) stores, \(players) players, \(purchases) purchases, \(newest)"
    }
}
