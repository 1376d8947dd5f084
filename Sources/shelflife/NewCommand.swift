import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfSample
import ShelfServer
import ShelfTerminal
import ShelfWire

/// `shelflife new`
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Write a shop of your own to begin with.",
        discussion: """
            Asks five questions on a terminal, except for those that options answer; elsewhere, what isn't answered has the \
            default. Writes settings, content, a plan, a catalogue of 24 items with their pictures and a README.md, and \
            prints an admin token, once. No file that is there is changed: a README.md and a .gitignore are kept, and any \
            other stops the command before it writes.
            """)

    @Argument(help: "The folder; it is made if need be.", completion: .directory)
    var folder: String

    @Option(help: "The game's name. (default: the folder's name)")
    var name: String?

    @Option(help: "The stores' titles, with commas between. (default: Store)")
    var stores: String?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Nobody learns an item before its moment, even from the app; not sealed, a store goes on for ten minutes \
            without a network. (default: --sealed)
            """)
    var sealed: Bool?

    @Flag(inversion: .prefixedNo, help: "With a pack of four levels. (default: --no-levels)")
    var levels: Bool?

    @Flag(inversion: .prefixedNo, help: "Players can invite each other. (default: --no-invitations)")
    var invitations: Bool?

    func validate() throws {
        guard !folder.isEmpty else { throw ValidationError("the folder's name is empty; name one.") }
        if let name { _ = try NewShopAnswers.title(name) }
        if let stores { _ = try NewShopAnswers.stores(stores) }
    }

    func run() throws {
        let asks = Questions.areAnswered
        let shop = StarterShop(
            title: try Questions.ask(
                "What is the game called?", given: name, usual: usualName, if: asks, read: NewShopAnswers.title),
            stores: try Questions.ask(
                "Which stores shall it have? Their titles, with commas between", given: stores, usual: "Store",
                if: asks,
                read: NewShopAnswers.stores),
            isSealed: try Questions.ask(
                """
                Shall nobody learn an item before its moment, even from the app? (If not, the stores go on for ten \
                minutes without a network.)
                """, given: sealed, usual: true, if: asks),
            hasLevels: try Questions.ask("Shall it bring levels?", given: levels, usual: false, if: asks),
            hasInvitations: try Questions.ask(
                "Shall players be able to invite each other?", given: invitations, usual: false, if: asks))
        let (kept, token) = AdminToken.made(named: "admin", scopes: Set(AdminScope.allCases))
        let left: [String]
        do {
            left = try shop.write(to: folder, token: TokenLine(kept).text)
        } catch {
            throw StorageError.explaining(error, at: folder)
        }
        report(shop, token: token, left: left)
    }

    private var usualName: String {
        let name = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL.lastPathComponent
        return (try? NewShopAnswers.title(name)) ?? "Game"
    }

    private func report(_ shop: StarterShop, token: String, left: [String]) {
        let titles = shop.stores.map(\.title).joined(separator: ", ")
        Output.print([
            "\(folder) has a shop to begin with: 24 items and \(shop.stores.count == 1 ? "the store" : "the stores") \(titles)."
        ])
        for path in left { Output.print("\(path) was there, and is kept as it is.") }
        if left.contains(StarterShop.ignored) {
            Output.print("Add to it: \(shop.ignoredFiles.joined(separator: " and "))")
        }
        let readme =
            left.contains(StarterShop.readme)
            ? [] : ["\(folder)/README.md says what each file is, and goes on from there."]
        Output.print(
            [
                "", "Its admin token, which isn't printed again; the settings have its hash only:", "  \(token)", "",
                "Next:",
                "  shelflife demo \(folder.shellWord)",
                "      serves it on this machine, with the desk, and reads the files again as you change them",
                "  shelflife import items.csv --into \(folder.shellWord)",
                "      puts your own items in the place of the 24",
            ] + readme)
    }
}
