import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfModel
import ShelfTerminal
import ShelfWire

/// `shelflife remove-picture`
struct RemovePicture: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove a picture from a running server for good.",
        discussion: """
            Names the picture by its master's file, by the master's SHA-256, or by the name in the picture's address. From \
            then on the address answers 410, cards that are drawn have the item's glyph, and the server takes neither this \
            master nor its exported picture again. Caches may have copies. Wants an admin token with the scope \
            content:write.
            """)

    @Argument(help: "A file, 64 hexadecimal digits, or the 22 characters of an address.", completion: .file())
    var picture: String

    @Option(help: "Why, for the list of removed pictures and the audit log.")
    var reason: String

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let server = try admin.server()
        let answer: PictureRemovalAnswer = try await server.post(RequestTarget(.pictureRemoval).path, try request())
        let isEarlier = answer.reason != reason ? ", because: \(answer.reason)" : ""
        Output.print("removed at \(RFC3339.text(Instant(milliseconds: answer.atMs)))\(isEarlier)")
        // Only a token that reads content may know.
        let list: PictureRemovalsAnswer? = try? await server.get(RequestTarget(.pictureRemovals).path)
        let items = list?.removals.first { $0.atMs == answer.atMs && $0.reason == answer.reason }?.items ?? []
        if !items.isEmpty { Output.print("With their glyphs from now on: \(items.joined(separator: ", "))") }
    }

    private func request() throws -> PictureRemovalRequest {
        if Hex.decode(picture)?.count == 32 { return PictureRemovalRequest(master: picture, reason: reason) }
        if let bytes = try? Data(contentsOf: URL(filePath: picture)) {
            return PictureRemovalRequest(master: Hex.encode(FileDigest.of(Array(bytes))), reason: reason)
        }
        guard Base64URL.decode(picture)?.count == Picture.nameBytes else {
            throw UsageError(
                "\(picture) is no file that can be read, no SHA-256 and no name of a picture's address, such as q83vEjRWeJCrze8SNFZ4kA"
            )
        }
        return PictureRemovalRequest(name: picture, reason: reason)
    }
}
