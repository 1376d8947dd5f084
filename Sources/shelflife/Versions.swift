import ArgumentParser
import ShelfModel
import ShelfWire

/// `shelflife versions`
struct Versions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List a server's content versions, the newest first.",
        discussion: "The one in force is marked with an asterisk.")

    @OptionGroup var list: ListLimit
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let answer: ContentVersionsAnswer = try await admin.server().get(
            RequestTarget(.contentVersions, query: "limit=\(list.limit)").path)
        Output.print(answer.versions.map { line($0, isInForce: $0.number == answer.inForce) })
        if answer.versions.isEmpty { Output.print("There is no version yet; shelflife publish makes the first.") }
    }

    private func fate(_ version: ContentVersionRecord) -> String {
        if let cancelled = version.cancelled { return "cancelled by \(cancelled.by), was scheduled for" }
        return version.replacedBy.map { "replaced by \($0) before it began, was scheduled for" } ?? "in force from"
    }

    private func line(_ version: ContentVersionRecord, isInForce: Bool) -> String {
        let at = RFC3339.text(Instant(milliseconds: version.atMs))
        let from =
            version.fromMs >= version.atMs + 1000
            ? ["\(fate(version)) \(RFC3339.text(Instant(milliseconds: version.fromMs)))"] : []
        let target = version.rolledBackTo.map { ["the content of \($0)"] } ?? []
        let about = [at, String(version.digest.prefix(12)), version.author] + from + target
        return
            "\(isInForce ? "*" : " ") \(version.number)  \((about + [version.reason].filter { !$0.isEmpty }).joined(separator: "  "))"
    }
}
