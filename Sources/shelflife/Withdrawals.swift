import ArgumentParser
import ShelfConfiguration
import ShelfModel
import ShelfWire

/// `shelflife withdrawals`
struct Withdrawals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List what was taken off sale on a running server, the newest first.",
        discussion: """
            The number is the one that withdraw --lift wants. Positions are counted from 1, as on the page; instants are in \
            UTC. Wants an admin token with the scope content:read.
            """)

    @OptionGroup var list: ListLimit
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let target = RequestTarget(.adminWithdrawals, query: Query.text([("limit", String(list.limit))]))
        let answer: WithdrawalsAnswer = try await admin.server().get(target.path)
        guard !answer.withdrawals.isEmpty else { return Output.print("Nothing was ever withdrawn.") }
        var table = TextTable([
            ("number", .right), ("at", .left), ("what", .left), ("lifted from", .left), ("by", .left),
            ("reason", .left),
        ])
        for withdrawal in answer.withdrawals { table.add(cells(withdrawal)) }
        Output.print(table.lines)
    }

    private func cells(_ withdrawal: WithdrawalRecord) -> [String] {
        let until = withdrawal.untilMs.map { RFC3339.text(Instant(milliseconds: $0)) } ?? ""
        let at = RFC3339.text(Instant(milliseconds: withdrawal.atMs))
        return ["\(withdrawal.withdrawal)", at, goods(withdrawal), until, withdrawal.by, withdrawal.reason]
    }

    private func goods(_ withdrawal: WithdrawalRecord) -> String {
        let store = withdrawal.store ?? "every store"
        if let item = withdrawal.item { return "\(item) in \(store)" }
        guard let position = withdrawal.position, let startMs = withdrawal.startMs else { return "all of \(store)" }
        return "position \(position) of \(store) from \(RFC3339.text(Instant(milliseconds: startMs)))"
    }
}
