import ArgumentParser
import ShelfConfiguration
import ShelfModel
import ShelfWire

/// `shelflife pack channels`
struct PackChannels: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels", abstract: "List the packs of a running server, and where their channels point.",
        discussion: """
            Ends with the public key that apps are built with. A channel that isn't public is reached by its word, which \
            stands in place of its name. Wants an admin token with the scope content:read.
            """)

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let answer: PacksAnswer = try await admin.server().get(RequestTarget(.adminPacks).path)
        guard !answer.packs.isEmpty else {
            return Output.print("There is no pack yet; put a folder into packs/, and publish.")
        }
        var table = TextTable([
            ("pack", .left), ("newest", .right), ("in force", .right), ("channel", .left), ("release", .right),
            ("devices", .left), ("word", .left), ("moved", .left), ("by", .left), ("reason", .left),
        ])
        for pack in answer.packs {
            let head = [pack.pack, "\(pack.newest)", pack.inForce.map { "\($0)" } ?? ""]
            if pack.channels.isEmpty { table.add(head + ["none", "", "", "", "", "", ""]) }
            for channel in pack.channels { table.add(head + channel.cells) }
        }
        Output.print(table.lines + (answer.publicKey.map { ["public key: \($0)"] } ?? []))
    }
}

extension PackChannelRecord {
    fileprivate var cells: [String] {
        [
            channel, "\(release)", devices, word ?? "", RFC3339.text(Instant(milliseconds: atMs)), by,
            reason.visibleLine,
        ]
    }

    /// For which devices the release is.
    var devices: String {
        guard let share, let others else { return "all" }
        let percent = share % 100 == 0 ? "\(share / 100)" : "\(Double(share) / 100)"
        return "\(percent) %, the others \(others)"
    }
}
