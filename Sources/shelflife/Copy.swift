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

    @Option(help: "Where the shop is: a data folder, or PostgreSQL's address, postgresql://…")
    var from: String

    @Option(help: "Where it moves to: an empty database of PostgreSQL, or a data folder without a shop.")
    var to: String

    func validate() throws {
        guard from != to, !from.isEmpty, !to.isEmpty else {
            throw ValidationError("--from and --to name two databases, each a data folder or postgresql://….")
        }
    }

    func run() async throws {
        let source = try Place(from).source
        switch Place(to) {
        case .postgres(let address): try await move(from: source, to: PostgresShop(address.text))
        case .folder(let data):
            try data.make()
            try await data.alone { try await move(from: source, to: SQLiteShop.target(at: data.database)) }
        }
    }

    private func move(from source: any ShopSource, to target: any ShopTarget) async throws {
        let place = Place(to)
        try await ShopMove(from: source, to: target).run(to: place.words) { moved in
            Output.print("\(moved.table): \(moved.rows) rows")
        }
        Output.print("The shop has moved to \(place.words). \(place.next)")
    }

    /// One of the two databases.
    private enum Place {
        case folder(DataFolder)
        case postgres(DatabaseAddress)

        init(_ text: String) {
            self = DatabaseAddress(text).map(Place.postgres) ?? .folder(DataFolder(path: text))
        }

        var source: any ShopSource {
            get throws {
                switch self {
                case .folder(let data): try SQLiteShop.source(at: data.database)
                case .postgres(let address): PostgresShop(address.text)
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
