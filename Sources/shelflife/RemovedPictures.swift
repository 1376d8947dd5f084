import ArgumentParser
import ShelfConfiguration
import ShelfModel
import ShelfWire

/// `shelflife removed-pictures`
struct RemovedPictures: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the pictures that were removed from a running server, the last first.",
        discussion: """
            The items are those of the content in force that still name the picture, and have their glyphs. Wants an admin \
            token with the scope content:read.
            """)

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let answer: PictureRemovalsAnswer = try await admin.server().get(RequestTarget(.pictureRemovals).path)
        guard !answer.removals.isEmpty else { return Output.print("No picture was ever removed.") }
        var table = TextTable([
            ("name", .left), ("at", .left), ("master", .left), ("items", .left), ("reason", .left),
        ])
        for removal in answer.removals {
            table.add([
                removal.name, RFC3339.text(Instant(milliseconds: removal.atMs)), "\(removal.master.prefix(12))…",
                removal.items.joined(separator: " "), removal.reason,
            ])
        }
        Output.print(table.lines)
    }
}
