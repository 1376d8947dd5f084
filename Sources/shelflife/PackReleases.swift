import ArgumentParser
import ShelfConfiguration
import ShelfModel
import ShelfWire

/// `shelflife pack releases`
struct PackReleases: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "releases", abstract: "List the releases of a pack on a running server, the newest first.",
        discussion: """
            --from and --and compare two of them, level by level. Wants an admin token with the scope content:read. The one \
            of the content in force is marked with an asterisk.
            """)

    @Argument(help: "The pack's id.")
    var pack: String

    @Option(help: "The earlier of two releases to compare.")
    var from: Int?

    @Option(name: .customLong("and"), help: "The later of two releases to compare.")
    var and: Int?

    @OptionGroup var admin: AdminOptions

    func validate() throws {
        guard (from == nil) == (and == nil) else { throw ValidationError("--from and --and go together.") }
    }

    func run() async throws {
        let server = try admin.server()
        if let from, let and {
            let difference: PackDifferenceAnswer = try await server.get(
                RequestTarget(.packDifference, [pack], query: "from=\(from)&to=\(and)").path)
            let lines =
                (difference.engine.map { ["engine: \($0.before) → \($0.after)"] } ?? [])
                + difference.levels.map(\.line)
            return Output.print(lines.isEmpty ? ["no difference"] : lines)
        }
        let answer: PackAnswer = try await server.get(RequestTarget(.adminPack, [pack]).path)
        var table = TextTable([
            ("", .left), ("release", .right), ("levels", .right), ("without background", .right), ("engine", .right),
            ("snapshot", .right),
            ("version", .right), ("at", .left), ("channels", .left), ("content", .left),
        ])
        for release in answer.releases {
            let channels = answer.channels.filter { $0.release == release.release || $0.others == release.release }
            table.add([
                release.release == answer.inForce ? "*" : "", "\(release.release)", "\(release.levels)",
                "\(release.bareLevels)", "\(release.engine)", "\(release.snapshotBytes)", "\(release.version)",
                RFC3339.text(Instant(milliseconds: release.atMs)), channels.map(\.channel).joined(separator: " "),
                "\(release.content.prefix(12))…",
            ])
        }
        Output.print(table.lines)
    }
}
