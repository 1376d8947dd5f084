import ArgumentParser
import Foundation
import ShelfModel
import ShelfTerminal
import ShelfWire

/// `shelflife withdraw`
struct Withdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take something off sale on a running server.",
        discussion: """
            Names a listing (--store, --position, --start), an item (--item, in one --store or in all), or a whole \
            store (--store). From the answer on, no server on the database sells it, and players see that within two \
            seconds. A listing is withdrawn for good; the withdrawal of an item or a store is ended with --lift and its \
            number, for listings that start 11 minutes later or after; a whole store asks before it is withdrawn, because \
            `shelflife pause` can be ended at once. What was sold stays sold. Wants an admin token \
            with the scope content:write.
            """)

    @Option(help: "The store's id.")
    var store: String?

    @Option(help: "The item's id.")
    var item: String?

    @Option(help: "The listing's position, counted from 1 as on the page.")
    var position: Int?

    @Option(help: "The listing's start, such as 2026-12-24T18:00:00Z.")
    var start: String?

    @Option(help: "The number of an item's or a store's withdrawal, which is ended.")
    var lift: Int64?

    @Option(help: "Why, for the audit log.")
    var reason: String

    @Flag(help: "Withdraw a whole store without being asked.")
    var yes = false

    @Option(help: "Makes a repetition count as the same withdrawal; one is made unless given.")
    var key: String?

    @OptionGroup var admin: AdminOptions

    func validate() throws {
        guard lift == nil || (store, item, position, start) == (nil, nil, nil, nil) else {
            throw ValidationError("--lift names a withdrawal, and goes with nothing else but --reason.")
        }
        guard store != nil || item != nil || lift != nil else { throw ValidationError("Name a --store or an --item.") }
        guard (position == nil) == (start == nil), position == nil || (store != nil && item == nil) else {
            throw ValidationError("A listing is named by --store, --position and --start, and by nothing else.")
        }
        if let position, position < 1 { throw ValidationError("--position is counted from 1, but is \(position).") }
    }

    func run() async throws {
        let start = try start.map { try InstantOption.read($0, of: "--start") }
        if let store, item == nil, start == nil, !yes { try ask(about: store) }
        let request = WithdrawalRequest(
            store: store, item: item, position: position, startMs: start?.milliseconds, lift: lift,
            reason: reason)
        let told: WithdrawalConfirmation = try await admin.server().order(
            .adminWithdrawal, request, key: key ?? UUID().uuidString)
        let (before, number) = (told.replayed ? ", as before" : "", told.withdrawal.withdrawal)
        if let untilMs = told.withdrawal.untilMs {
            let until = RFC3339.text(Instant(milliseconds: untilMs))
            return Output.print("lifted\(before): number \(number), for what starts from \(until) on")
        }
        Output.print("withdrawn\(before): \(goods), number \(number); nothing of it is sold from now on")
    }

    /// - Throws: ``UsageError`` where nobody can answer, or somebody doesn't say yes.
    private func ask(about store: String) throws {
        let cost = """
            Nothing of \(store) will be sold from now on, on any server. The withdrawal is for good for everything that \
            starts within the next 11 minutes: after --lift, too, players wait that long. `shelflife pause --store \
            \(store)` is taken back within two seconds.
            """
        guard isatty(STDIN_FILENO) == 1 else { throw UsageError("\(cost) Add --yes to withdraw it") }
        print("\(cost)\nType the store's id to withdraw it: ", terminator: "")
        fflush(nil)
        guard readLine() == store else { throw UsageError("nothing was withdrawn, because the id wasn't typed") }
    }

    private var goods: String {
        if let position, let start, let store { return "position \(position) of \(store) from \(start)" }
        if let item { return "item \(item)" + (store.map { " in \($0)" } ?? " in all stores") }
        return "all of \(store ?? "")"
    }
}
