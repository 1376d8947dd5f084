import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfModel

/// `shelflife preview`
struct PreviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show what a store's rules will show.",
        discussion: """
            Lists the coming listings, or how often each set and item comes. They are drawn with a preview seed: \
            the server's own draws are secret, and shelflife plan asks a running server for them. Nobody buys in a \
            preview: editions are as --sold says, and whole unless it is given.
            """)

    @Option(
        help: "The content file, or the settings that name it; unless given, shelflife.yaml or content.yaml.",
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @Option(help: "The store's id; not needed where there is only one.")
    var store: String?

    @Option(help: "A date (2026-12-24) or an instant (2026-12-24T18:00:00Z); now unless set.")
    var from: String?

    @Option(help: "How many hours to look ahead.")
    var hours = 1

    @Flag(help: "How often each set and item is shown, against what its weight asks for.")
    var summary = false

    @Option(help: "How many copies of a limited edition are sold already, such as golden-ticket=7; may be repeated.")
    var sold: [String] = []

    @Option(help: "Another number, another draw.")
    var seed: UInt64 = 0

    func run() throws {
        let now = WallClock.now()
        let content = try ConfigurationLoader.content(file: ShopFile.path(config), now: now).content.content
        let request = try PreviewRequest(content.stores, store: store, from: from, hours: hours, now: now)
        let preview = try Preview(
            rules: request.store.rules, catalogue: content.catalogue, span: request.span, number: seed,
            editionsLeft: SoldEditions.read(sold, catalogue: content.catalogue))
        let report = PreviewReport(preview, title: request.store.title, stock: request.store.sale.stock)
        Output.print(summary ? report.summary : report.listings)
    }
}
