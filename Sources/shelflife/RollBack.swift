import ArgumentParser
import ShelfModel
import ShelfWire

/// `shelflife roll-back`
struct RollBack: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the content of an earlier version the newest version.",
        discussion: """
            Nothing is deleted: the versions in between stay, and can be brought back in the same way. To keep a \
            scheduled version from taking effect, cancel it. Where a scheduled version would undo the roll-back, nothing is \
            changed, and that is listed.
            """)

    @Argument(help: "The number of the version to bring back.")
    var number: Int64

    @Option(help: "When it takes effect, such as 2026-11-27T18:00:00Z; unless given, at once.")
    var at: String?

    @Option(help: "Why, for people who read the list of versions.")
    var reason: Reason?

    @Option(help: "The newest version that you have seen; unless given, the newest that there is.")
    var base: Int64?

    @OptionGroup var basis: BasisOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let from = try at.map { try InstantOption.read($0, of: "--at") }
        let server = try admin.server()
        // Rolling back is meant to undo what there is.
        let seen: ContentVersionsAnswer = try await server.get(
            RequestTarget(.contentVersions, query: "limit=1").path)
        let base = self.base ?? seen.versions.first?.number ?? 0
        try await basis.check(on: server)
        let trial = ContentTrialRequest(
            to: number, fromMs: from?.milliseconds, base: base, over: basis.over, alsoIn: basis.other)
        if basis.dryRun {
            Output.print("With --base \(base), nothing is undone that is published after this.")
            return try await basis.attempt(trial, on: server)
        }
        let changes = await basis.changes(by: trial, on: server)
        let request = ContentRollBackRequest(
            to: number, reason: reason?.text ?? "", fromMs: from?.milliseconds, base: base, over: basis.over,
            alsoIn: basis.other)
        let answer: ContentPublicationAnswer = try await server.post(RequestTarget(.contentRollBack).path, request)
        Output.print((answer.isNew ? changes : []) + answer.lines)
        Output.print(await basis.changesInOther(on: server))
    }
}
