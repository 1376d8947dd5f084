import ArgumentParser
import ShelfModel
import ShelfWire

/// `shelflife cancel`
struct Cancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keep a scheduled version from taking effect.",
        discussion: """
            It stays in the list, marked as cancelled. So do versions for the same instant whose place it has taken. One that has taken effect isn't cancelled: roll back to an earlier \
            version instead.
            """)

    @Argument(help: "The number of the scheduled version.")
    var number: Int64

    @Option(help: "Why, for people who read the list of versions.")
    var reason: Reason?

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = ContentCancellationRequest(version: number, reason: reason?.text ?? "")
        let server = try admin.server()
        let answer: ContentCancellationAnswer = try await server.post(
            RequestTarget(.contentCancellation).path, request)
        // Whether another one is scheduled is told only to those who may read content.
        let list: ContentVersionsAnswer? = try? await server.get(
            RequestTarget(.contentVersions, query: "limit=1").path)
        let none = list == nil ? nil : "No other version is scheduled."
        let version = answer.version.number
        let next = answer.next.map { next in
            "Next, version \(next.number) takes effect at \(RFC3339.text(Instant(milliseconds: next.fromMs)))."
        }
        let instead = answer.version.replacedBy.map { other in
            [
                """
                At its instant version \(other) takes effect all the same, which had taken its place and may have its \
                changes. Cancel that one, too, unless they are wanted.
                """
            ]
        }
        let replaced = answer.with.map {
            """
            Version \($0), whose place it had taken, is cancelled with it; roll-back \($0) --at brings its content back.
            """
        }
        Output.print(
            [
                answer.replayed
                    ? "Version \(version) was cancelled already."
                    : "Version \(version) is cancelled, and never takes effect."
            ] + (instead ?? []) + replaced + [next ?? none].compactMap(\.self))
    }
}
