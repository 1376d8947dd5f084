import ArgumentParser
import Foundation
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTerminal

/// `shelflife restore`
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup into a data folder that no server uses.",
        discussion: """
            The backup is checked first. What the data folder holds is put aside within it, if --replace is given. The \
            next server on it begins anew at the next whole minute: with other keys and other items, and without any \
            token of before; players' devices sign in again by themselves.

            --clock-was-ahead takes no backup. It is for a shop whose clock was ahead and is right now, and which \
            therefore doesn't start; also on PostgreSQL. Players, wallets and purchases stay; all else begins anew, as \
            after a restore. Stop every server of the shop first, and name the settings and the data folder as for serve.
            """)

    @Argument(help: "The folder that shelflife backup has written.", completion: .directory)
    var folder: String?

    @OptionGroup var options: DataOptions

    @Flag(help: "Put aside what the data folder holds; nothing is deleted.")
    var replace = false

    @Flag(help: "Put nothing back, but begin anew, since the machine's clock was ahead before.")
    var clockWasAhead = false

    private static let aside = "replaced-"

    func validate() throws {
        guard (folder == nil) == clockWasAhead, !clockWasAhead || !replace else {
            throw ValidationError("Name the folder of a backup, or say --clock-was-ahead alone.")
        }
    }

    func run() async throws {
        guard let folder else { return try await ClockMending(options.settings).run(now: WallClock.now()) }
        try await putBack(folder)
    }

    private func putBack(_ folder: String) async throws {
        let (data, now) = (try options.folder, WallClock.now())
        try SQLiteBackup.expect(in: folder)
        try data.make()
        let contents = try await data.alone {
            var aside: URL?
            defer { if let aside { Output.print("What was there before is in \(aside.path).") } }
            if SQLiteBackup.wasBrokenOff(restoring: data.database) { try data.putBack(from: Self.aside) }
            guard replace || !data.holdsData else {
                throw UsageError("\(data.path) holds data already; --replace puts it aside, or choose another folder")
            }
            if let destination = try? SQLiteShop.destination(from: data.database) {
                throw UsageError(
                    """
                    the shop in \(data.path) has moved to \(destination), and a backup that is put back here would sell \
                    beside it. Move it back (shelflife copy), or if it is lost, name another folder
                    """)
            }
            if try !BackupDigest(folder: folder).check() {
                Output.print("Beside the backup there is no .sha256, so nobody knows whether a bit has turned in it.")
            }
            return try SQLiteBackup.restore(folder, to: data.database, at: now) {
                if data.holdsData { aside = try data.setAside(as: Self.aside + RFC3339.text(now)) }
            }
        }
        Output.print("\(data.path) now holds \(contents.summary).")
        if contents.removalsKept > 0 {
            Output.print("Removed pictures that the backup still has stay removed: \(contents.removalsKept).")
        }
        for store in contents.stores ?? [] { Output.print("  \(store.id): public key \(try store.publicKey)") }
        if contents.stores == nil {
            Output.print("It is sealed: the server needs the vault that it was sealed by, which no backup holds.")
        }
        Output.print("The stores begin anew in the minute after a server starts on it.")
    }
}
