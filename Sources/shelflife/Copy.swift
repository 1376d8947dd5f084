import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfPostgres
import ShelfSQLite

/// `shelflife copy`
struct Copy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Move a shop to another database: from a data folder to PostgreSQL, or back.",
        discussion: """
            Every row is copied and compared. Meanwhile a server that runs on the shop goes on showing it, and answers \
            orders with 503; so keep it running, and start it with the other database afterwards. The database that the \
            shop has left is marked, so that nothing is ever sold from it again. Broken off, the shop stays where it \
            was, and the same command begins anew.
            """)

    @Option(help: "Where the shop is: a data folder, or PostgreSQL's address, postgresql://… or host=….")
    var from: String

    @Option(help: "Where it moves to: an empty database of PostgreSQL, or a data folder without a shop.")
    var to: String

    func validate() throws {
        for (option, text) in [("--from", from), ("--to", to)] where DatabaseAddress.isMeant(by: text) {
            do throws(DatabaseAddressFault) {
                _ = try DatabaseAddress(text)
            } catch {
                throw ValidationError("\(option): \(error)")
            }
        }
        guard from != to, !from.isEmpty, !to.isEmpty else {
            throw ValidationError("--from and --to name two databases, each a data folder or an address of PostgreSQL.")
        }
    }

    func run() async throws {
        let source = try Place(from).source
        switch try Place(to) {
        case .postgres(let address): try await move(from: source, to: PostgresShop(address.parameters))
        case .folder(let data):
            try data.make()
            try await data.alone { try await move(from: source, to: SQLiteShop.target(at: data.database)) }
        }
    }

    private func move(from source: any ShopSource, to target: any ShopTarget) async throws {
        let place = try Place(to)
        try await ShopMove(from: source, to: target).run(to: place.words) { moved in
            Output.print("\(moved.table): \(moved.rows) rows")
        }
        Output.print("The shop has moved to \(place.words). \(place.next)")
    }

    /// One of the two databases.
    private enum Place {
        case folder(DataFolder)
        case postgres(DatabaseAddress)

        /// - Throws: `DatabaseAddressFault` for a malformed address, which isn't to be taken for a folder's name and
        ///   shown.
        init(_ text: String) throws {
            guard DatabaseAddress.isMeant(by: text) else {
                self = .folder(DataFolder(path: text))
                return
            }
            self = .postgres(try DatabaseAddress(text))
        }

        var source: any ShopSource {
            get throws {
                switch self {
                case .folder(let data): try SQLiteShop.source(at: data.database)
                case .postgres(let address): PostgresShop(address.parameters)
                }
            }
        }

        /// Without a password.
        var words: String {
            switch self {
            case .folder(let data): data.path
            case .postgres(let address): address.place
            }
        }

        var next: String {
            switch self {
            case .folder(let data): "Start its servers without `database`, with the data folder \(data.path)."
            case .postgres: "Start its servers with `database` (or SHELFLIFE_DATABASE) set to the same address."
            }
        }
    }
}
