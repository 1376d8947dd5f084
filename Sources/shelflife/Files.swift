import ArgumentParser
import ShelfConfiguration
import ShelfModel
import ShelfWire

/// `shelflife files`
struct Files: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what takes a running server's space for files: pictures, packs, versions.",
        discussion: """
            Files are the variants of pictures, the snapshots and deltas of packs' releases, and the bundles of versions \
            and drafts; a shop has 1 GiB of them at most. What nothing needs is deleted a day after it was last sent or \
            asked for. Wants an admin token with the scope content:read.
            """)

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let answer: FilesAnswer = try await admin.server().get(RequestTarget(.adminFiles).path)
        var table = TextTable([("kind", .left), ("files", .right), ("bytes", .right)])
        for kind in answer.kinds { table.add([kind.kind, "\(kind.files)", "\(kind.bytes)"]) }
        Output.print(table.lines + Self.lines(answer))
    }

    private static func lines(_ answer: FilesAnswer) -> [String] {
        let percent = FileSpace(takenBytes: answer.takenBytes).takenPercent
        let space = "Together they take \(answer.takenBytes) of \(answer.mostBytes) bytes, which is \(percent) %."
        let rest = """
            The whole database takes \(answer.databaseBytes) bytes. What it has besides, such as purchases, takes nothing \
            of this space.
            """
        guard answer.isNearlyFull else { return [space, rest] }
        return [space, rest, "The space is nearly full. Once it is, pictures and packs are refused."]
    }
}
